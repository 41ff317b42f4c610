import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createExternalAttempts } from './external-attempts.ts'

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
/** What the browser sends of a Set-Cookie header. */
const cookieIn = (header: string): string => header.split(';')[0]!

test('what the browser keeps comes back as it was', () => {
  now = NOON
  const kept = cookieIn(attempts.keep(ATTEMPT))
  expect(attempts.find(kept)).toEqual(ATTEMPT)
  expect(attempts.find(`a=1; ${kept}; external_login_2=x`)).toEqual(ATTEMPT)
})

test('the browser cannot read it', () => {
  const value = cookieIn(attempts.keep(ATTEMPT)).slice('external_login='.length)
  const bytes = Buffer.from(value, 'base64url').toString('latin1')
  for (const secret of Object.values(ATTEMPT)) expect(bytes).not.toContain(secret)
})

test('scripts do not see it, other sites do not send it along with forms, and it goes to the callback only', () => {
  const header = attempts.keep(ATTEMPT)
  expect(header.split('; ').slice(1)).toEqual([
    'Max-Age=600',
    'Path=/api/auth/external',
    'HttpOnly',
    'SameSite=Lax',
    'Secure',
  ])
  expect(attemptsOf({ publicUrl: 'http://127.0.0.1:3000' }).keep(ATTEMPT)).not.toContain('Secure')
  expect(attempts.forget).toMatch(/^external_login=; Max-Age=0; Path=\/api\/auth\/external; /)
})

test('it holds for ten minutes', () => {
  now = NOON
  const kept = cookieIn(attempts.keep(ATTEMPT))
  now = new Date(NOON.getTime() + 599_999)
  expect(attempts.find(kept)).toEqual(ATTEMPT)
  now = new Date(NOON.getTime() + 600_000)
  expect(attempts.find(kept)).toBeUndefined()
})

test('one that was changed, cut, or sealed by somebody else is none', () => {
  now = NOON
  const kept = cookieIn(attempts.keep(ATTEMPT))
  const last = kept.at(-2) === 'A' ? 'B' : 'A'
  const changed = `${kept.slice(0, -2)}${last}${kept.at(-1)}`
  const foreign = cookieIn(attemptsOf({ secret: Buffer.alloc(32, 8) }).keep(ATTEMPT))
  const wrong = [changed, kept.slice(0, 30), foreign, 'external_login=', 'external_login=%00', '', undefined]
  for (const cookies of wrong) expect(attempts.find(cookies)).toBeUndefined()
})
