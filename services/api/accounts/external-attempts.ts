import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import type { ExternalAttempt } from '@app/identity/external-login.ts'
import { open, seal, type RandomBytes } from '@app/vault/keys/sealing.ts'
import { createBrowserCookie } from './external-browser.ts'

/** Sealed in a cookie of the browser that began the login, so that nobody can send another person to the callback. */
export interface ExternalAttempts {
  keep(attempt: ExternalAttempt): string
  /** Undefined when expired, or not sealed by us. */
  find(cookies: string | undefined): ExternalAttempt | undefined
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
        return undefined
      }
    },
    forget: cookie.clear,
  }
}
