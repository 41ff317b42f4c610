import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RandomBytes } from '@app/vault/keys/sealing.ts'

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

interface BrowserCookie {
  set(value: string, seconds: number): string
  find(cookies: string | undefined): string | undefined
  readonly clear: string
}

/** Only the host itself can set a `__Host-` cookie, over https: no subdomain, and no attacker on the network. */
export function createBrowserCookie(publicUrl: string, plainName: string): BrowserCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${plainName}` : plainName
  // Not Strict: the provider's redirect comes from another site and must bring the cookie.
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    set,
    find: (cookies = '') =>
      cookies
        .split(/;\s*/)
        .find((cookie) => cookie.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    clear: set('', 0),
  }
}
