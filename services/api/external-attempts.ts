import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import type { ExternalAttempt } from '@app/outside/external-login.ts'
import { open, seal, type RandomBytes } from '@app/vault/sealing.ts'

/**
 * External logins under way, kept by the browsers that began them, sealed: who is sent to the callback by somebody else
 * has no such cookie, and nobody can make one. It opens nothing but the callback.
 */
export interface ExternalAttempts {
  /** The header that leaves an attempt with the browser. */
  keep(attempt: ExternalAttempt): string
  /** What the browser's cookies hold of one that has not expired. */
  find(cookies: string | undefined): ExternalAttempt | undefined
  /** The header that takes it away again. */
  readonly forget: string
}

const COOKIE = 'external_login'
const PATH = '/api/auth/external'
const MINUTES = 10

const keptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAt: z.number(),
})

export function createExternalAttempts(deps: {
  readonly secret: Buffer
  readonly publicUrl: string
  readonly random: RandomBytes
  readonly now: () => Date
}): ExternalAttempts {
  const key = Buffer.from(hkdfSync('sha256', deps.secret, Buffer.alloc(0), 'external-login-attempt', 32))
  // Lax: the provider's redirect must bring it back, from another site.
  const secure = deps.publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = (value: string, seconds: number): string =>
    `${COOKIE}=${value}; Max-Age=${seconds}; Path=${PATH}; HttpOnly; SameSite=Lax${secure}`

  return {
    keep: (attempt) => {
      const kept = { ...attempt, expiresAt: deps.now().getTime() + MINUTES * 60_000 }
      const sealed = seal(key, COOKIE, Buffer.from(JSON.stringify(kept)), deps.random)
      return cookie(sealed.toString('base64url'), MINUTES * 60)
    },
    find: (cookies = '') => {
      const value = valueOf(cookies)
      if (value === undefined) return undefined
      try {
        const plain = open(key, COOKIE, Buffer.from(value, 'base64url'))
        const { expiresAt, ...attempt } = keptSchema.parse(JSON.parse(plain.toString()))
        return expiresAt > deps.now().getTime() ? attempt : undefined
      } catch {
        // Not sealed by us.
        return undefined
      }
    },
    forget: cookie('', 0),
  }
}

const valueOf = (cookies: string): string | undefined =>
  cookies
    .split(/;\s*/)
    .find((cookie) => cookie.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
