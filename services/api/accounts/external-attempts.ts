import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import type { ExternalAttempt } from '@app/identity/external-login.ts'
import { open, seal, type RandomBytes } from '@app/vault/keys/sealing.ts'
import { createBrowserCookie } from './browser-cookie.ts'

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

const NAME = 'external-login'
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
  const cookie = createBrowserCookie(deps.publicUrl, NAME)

  return {
    keep: (attempt) => {
      const kept = { ...attempt, expiresAt: deps.now().getTime() + MINUTES * 60_000 }
      const sealed = seal(key, NAME, Buffer.from(JSON.stringify(kept)), deps.random)
      return cookie.set(sealed.toString('base64url'), MINUTES * 60)
    },
    find: (cookies) => {
      const value = cookie.find(cookies)
      if (value === undefined) return undefined
      try {
        const plain = open(key, NAME, Buffer.from(value, 'base64url'))
        const { expiresAt, ...attempt } = keptSchema.parse(JSON.parse(plain.toString()))
        return expiresAt > deps.now().getTime() ? attempt : undefined
      } catch {
        // Not sealed by us.
        return undefined
      }
    },
    forget: cookie.clear,
  }
}
