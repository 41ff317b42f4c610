import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ExternalAttempt } from '@app/identity/external-login.ts'
import { open, seal, type RandomBytes } from '@app/vault/keys/sealing.ts'

/** Sealed in a cookie of the browser that began the login, so that nobody can send another person to the callback. */
export interface ExternalAttempts {
  keep(attempt: ExternalAttempt): string
  /** Undefined when expired, or not sealed by us. */
  find(cookies: string | undefined): ExternalAttempt | undefined
  readonly forget: string
}

/** A session id in an address can be sent to others, who would be signed in as its sender; this secret cannot. */
export interface ExternalBrowser {
  begin(): { readonly secret: string; readonly header: string }
  find(cookies: string | undefined): string | undefined
  readonly clear: string
}

interface CookieDeps {
  readonly publicUrl: string
  readonly random: RandomBytes
}

const ATTEMPT = 'external-login'
const MINUTES = 10

const keptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAt: z.number(),
})

export function createExternalAttempts({
  secret,
  publicUrl,
  random,
  now,
}: CookieDeps & { readonly secret: Buffer; readonly now: () => Date }): ExternalAttempts {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'external-login-attempt', 32))
  const cookie = createBrowserCookie(publicUrl, ATTEMPT)
  return {
    keep: (attempt) => {
      const kept = { ...attempt, expiresAt: now().getTime() + MINUTES * 60_000 }
      const sealed = seal(key, ATTEMPT, Buffer.from(JSON.stringify(kept)), random)
      return cookie.set(sealed.toString('base64url'), MINUTES * 60)
    },
    find: (cookies) => {
      const value = cookie.find(cookies)
      if (value === undefined) return undefined
      try {
        const plain = open(key, ATTEMPT, Buffer.from(value, 'base64url'))
        const { expiresAt, ...attempt } = keptSchema.parse(JSON.parse(plain.toString()))
        return expiresAt > now().getTime() ? attempt : undefined
      } catch {
        return undefined
      }
    },
    forget: cookie.clear,
  }
}

const SECRET_BYTES = 32

export function createExternalBrowser({ publicUrl, random }: CookieDeps): ExternalBrowser {
  const { set, ...cookie } = createBrowserCookie(publicUrl, 'external-session')
  return {
    begin: () => {
      const secret = random(SECRET_BYTES).toString('base64url')
      return { secret, header: set(secret, LIMITS.externalSessionSeconds) }
    },
    ...cookie,
  }
}

/** Only the host itself can set a `__Host-` cookie, over https: no subdomain, and no attacker on the network. */
function createBrowserCookie(publicUrl: string, plainName: string) {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${plainName}` : plainName
  // Not Strict: the provider's redirect comes from another site and must bring the cookie.
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    set,
    find: (cookies = ''): string | undefined =>
      cookies
        .split(/;\s*/)
        .find((cookie) => cookie.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    clear: set('', 0),
  }
}
