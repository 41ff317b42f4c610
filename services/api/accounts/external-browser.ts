import { LIMITS } from '@app/contracts/limits.ts'
import type { RandomBytes } from '@app/vault/keys/sealing.ts'
import { createBrowserCookie } from './browser-cookie.ts'

const SECRET_BYTES = 32

/**
 * The browser in which an external login came back, until it fetches its session: the id in the address may be sent to
 * somebody else, who would be signed in as its sender. This secret cannot.
 */
export interface ExternalBrowser {
  /** A new secret, and the header that leaves it with the browser. */
  begin(): { readonly secret: string; readonly header: string }
  find(cookies: string | undefined): string | undefined
  /** The header that takes it away again. */
  readonly clear: string
}

export function createExternalBrowser(deps: {
  readonly publicUrl: string
  readonly random: RandomBytes
}): ExternalBrowser {
  const cookie = createBrowserCookie(deps.publicUrl, 'external-session')
  return {
    begin: () => {
      const secret = deps.random(SECRET_BYTES).toString('base64url')
      return { secret, header: cookie.set(secret, LIMITS.externalSessionSeconds) }
    },
    find: cookie.find,
    clear: cookie.clear,
  }
}
