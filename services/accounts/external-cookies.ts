import { hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { ExternalAttempt } from './identity/external-login.ts'
import { open, seal } from '../kernel/keys/sealing.ts'
import type { Ctx } from '../platform/ctx.ts'

/**
 * Sealed in a cookie of the browser that began the login, so that nobody can send another person to the callback. Each
 * attempt has its own, named by its state: two tabs do not disturb each other.
 */
export interface ExternalAttempts {
  /** Headers for a browser that sent these cookies: the oldest attempts make room. */
  keep(attempt: ExternalAttempt, cookies: string | undefined): readonly string[]
  /** Undefined when expired, or not sealed by us. */
  find(cookies: string | undefined, state: string): ExternalAttempt | undefined
  forget(state: string): string
}

/** A session id in an address can be sent to others, who would be signed in as its sender; this secret cannot. */
export interface ExternalBrowser {
  newSecret(): string
  keep(sessionId: string, secret: string): string
  find(cookies: string | undefined, sessionId: string): string | undefined
  clear(sessionId: string): string
}

const ATTEMPT = 'external-login'
const MINUTES = 10
const OPEN_MAX = 4

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
}: Pick<Ctx, 'publicUrl' | 'random'> & {
  readonly secret: Buffer
  readonly now: () => Date
}): ExternalAttempts {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'external-login-attempt', 32))
  const cookie = createBrowserCookie(publicUrl, ATTEMPT)
  return {
    keep: (attempt, cookies) => {
      const kept = { ...attempt, expiresAt: now().getTime() + MINUTES * 60_000 }
      const sealed = seal(key, ATTEMPT, Buffer.from(JSON.stringify(kept)), random)
      // Browsers send the oldest first.
      const surplus = cookie.tags(cookies).slice(0, 1 - OPEN_MAX)
      return [
        ...surplus.map(cookie.clear),
        cookie.set(attempt.state, sealed.toString('base64url'), MINUTES * 60),
      ]
    },
    find: (cookies, state) => {
      const value = cookie.find(cookies, state)
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

export function createExternalBrowser({
  publicUrl,
  random,
}: Pick<Ctx, 'publicUrl' | 'random'>): ExternalBrowser {
  const { set, find, clear } = createBrowserCookie(publicUrl, 'external-session')
  return {
    newSecret: () => random(SECRET_BYTES).toString('base64url'),
    keep: (sessionId, secret) => set(sessionId, secret, LIMITS.externalSessionSeconds),
    find,
    clear,
  }
}

const TAG_CHARS = 16

/** Only the host itself can set a `__Host-` cookie, over https: no subdomain, and no attacker on the network. */
function createBrowserCookie(publicUrl: string, plainName: string) {
  const isSecure = publicUrl.startsWith('https:')
  const prefix = `${isSecure ? '__Host-' : ''}${plainName}-`
  /** The beginning of what a tab has in its address: enough to tell tabs apart. */
  const nameOf = (id: string): string => prefix + id.replace(/[^\w-]/g, '').slice(0, TAG_CHARS)
  const cookiesIn = (cookies = ''): readonly string[] =>
    cookies.split(/;\s*/).filter((cookie) => cookie.startsWith(prefix))
  // Not Strict: the provider's redirect comes from another site and must bring the cookie.
  const set = (id: string, value: string, seconds: number): string =>
    `${nameOf(id)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    set,
    find: (cookies: string | undefined, id: string): string | undefined =>
      cookiesIn(cookies)
        .find((cookie) => cookie.startsWith(`${nameOf(id)}=`))
        ?.slice(nameOf(id).length + 1),
    clear: (id: string): string => set(id, '', 0),
    tags: (cookies: string | undefined): readonly string[] =>
      cookiesIn(cookies).map((cookie) => cookie.slice(prefix.length, cookie.indexOf('='))),
  }
}
