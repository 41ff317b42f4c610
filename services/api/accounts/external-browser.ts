import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RandomBytes } from '@app/vault/keys/sealing.ts'
import { createBrowserCookie } from './browser-cookie.ts'

const SECRET_BYTES = 32

/** A session id in an address can be sent to others, who would be signed in as its sender; this secret cannot. */
export interface ExternalBrowser {
  begin(): { readonly secret: string; readonly header: string }
  find(cookies: string | undefined): string | undefined
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
