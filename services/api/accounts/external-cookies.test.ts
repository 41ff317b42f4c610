import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createExternalAttempts } from './external-cookies.ts'

const NOON = new Date('2026-03-02T12:00:00.000Z')
const SECRET = Buffer.alloc(32, 7)
const ATTEMPT = { state: 'state-1', nonce: 'nonce-1', codeVerifier: 'verifier-1' }

let now = NOON
const attemptsOf = (options: { secret?: Buffer; publicUrl?: string } = {}) =>
  createExternalAttempts({
    secret: SECRET,
    publicUrl: 'https://tarjeta.example',
    random: randomBytes,
    now: () => now,
    ...options,
  })
const attempts = attemptsOf()
/** The cookie that a browser sends for a Set-Cookie header. */
const cookieIn = (header: string): string => header.split(';')[0]!

test('an attempt in a cookie is read unchanged', () => {
  now = NOON
  const kept = cookieIn(attempts.keep(ATTEMPT))
  expect(attempts.find(kept)).toEqual(ATTEMPT)
  expect(attempts.find(`a=1; ${kept}; __Host-external-login-2=x`)).toEqual(ATTEMPT)
})

test('the browser cannot read it', () => {
  const value = cookieIn(attempts.keep(ATTEMPT)).slice('__Host-external-login='.length)
  const bytes = Buffer.from(value, 'base64url').toString('latin1')
  for (const secret of Object.values(ATTEMPT)) expect(bytes).not.toContain(secret)
})

test('scripts do not see it, other sites do not send it along with forms, and no other host can plant one', () => {
  const header = attempts.keep(ATTEMPT)
  expect(header).toMatch(/^__Host-external-login=[\w-]+; /)
  expect(header.split('; ').slice(1)).toEqual(['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure'])
  expect(attempts.forget).toMatch(/^__Host-external-login=; Max-Age=0; Path=\/; /)
})

test('without https, on one’s own machine, it goes under its plain name', () => {
  const local = attemptsOf({ publicUrl: 'http://127.0.0.1:3000' })
  const header = local.keep(ATTEMPT)
  expect(header).toMatch(/^external-login=[\w-]+; /)
  expect(header).not.toContain('Secure')
  expect(local.find(cookieIn(header))).toEqual(ATTEMPT)
  expect(attempts.find(cookieIn(header))).toBeUndefined()
})

test('it is valid for ten minutes', () => {
  now = NOON
  const kept = cookieIn(attempts.keep(ATTEMPT))
  now = new Date(NOON.getTime() + 599_999)
  expect(attempts.find(kept)).toEqual(ATTEMPT)
  now = new Date(NOON.getTime() + 600_000)
  expect(attempts.find(kept)).toBeUndefined()
})

test('one that was changed, cut, or sealed with another key is refused', () => {
  now = NOON
  const kept = cookieIn(attempts.keep(ATTEMPT))
  const last = kept.at(-2) === 'A' ? 'B' : 'A'
  const changed = `${kept.slice(0, -2)}${last}${kept.at(-1)}`
  const foreign = cookieIn(attemptsOf({ secret: Buffer.alloc(32, 8) }).keep(ATTEMPT))
  const wrong = [
    changed,
    kept.slice(0, 40),
    foreign,
    '__Host-external-login=',
    '__Host-external-login=%00',
    '',
    undefined,
  ]
  for (const cookies of wrong) expect(attempts.find(cookies)).toBeUndefined()
})
