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
const headerBy = (by = attempts, attempt = ATTEMPT): string => by.keep(attempt, undefined).at(-1)!
const findIn = (cookies: string | undefined, by = attempts) => by.find(cookies, ATTEMPT.state)

test('the browser cannot read it', () => {
  const value = cookieIn(headerBy()).slice('__Host-external-login-state-1='.length)
  const bytes = Buffer.from(value, 'base64url').toString('latin1')
  for (const secret of Object.values(ATTEMPT)) expect(bytes).not.toContain(secret)
})

test('scripts do not see it, other sites do not send it along with forms, and no other host can plant one', () => {
  const header = headerBy()
  expect(header).toMatch(/^__Host-external-login-state-1=[\w-]+; /)
  expect(header.split('; ').slice(1)).toEqual(['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure'])
  expect(attempts.forget(ATTEMPT.state)).toMatch(/^__Host-external-login-state-1=; Max-Age=0; Path=\/; /)
})

test('without https, on one’s own machine, it goes under its plain name', () => {
  const local = attemptsOf({ publicUrl: 'http://127.0.0.1:3000' })
  const header = headerBy(local)
  expect(header).toMatch(/^external-login-state-1=[\w-]+; /)
  expect(header).not.toContain('Secure')
  expect(findIn(cookieIn(header), local)).toEqual(ATTEMPT)
  expect(findIn(cookieIn(header))).toBeUndefined()
})

test('an attempt in a cookie is read unchanged for ten minutes', () => {
  now = NOON
  const kept = cookieIn(headerBy())
  now = new Date(NOON.getTime() + 599_999)
  expect(findIn(`a=1; ${kept}; __Host-external-login-state-2=x`)).toEqual(ATTEMPT)
  now = new Date(NOON.getTime() + 600_000)
  expect(findIn(kept)).toBeUndefined()
})

test('one that was changed, cut, or sealed with another key is refused', () => {
  now = NOON
  const kept = cookieIn(headerBy())
  const last = kept.at(-2) === 'A' ? 'B' : 'A'
  const changed = `${kept.slice(0, -2)}${last}${kept.at(-1)}`
  const foreign = cookieIn(headerBy(attemptsOf({ secret: Buffer.alloc(32, 8) })))
  const wrong = [
    changed,
    kept.slice(0, 40),
    foreign,
    '__Host-external-login-state-1=',
    '__Host-external-login-state-1=%00',
    '',
    undefined,
  ]
  for (const cookies of wrong) expect(findIn(cookies)).toBeUndefined()
})

test('four attempts at once are kept, and a fifth ends the oldest', () => {
  now = NOON
  let cookies: string[] = []
  const begin = (state: string): readonly string[] => {
    const headers = attempts.keep({ ...ATTEMPT, state }, cookies.join('; '))
    cookies = [...cookies, cookieIn(headers.at(-1)!)]
    return headers.slice(0, -1).map(cookieIn)
  }
  expect(['a', 'b', 'c', 'd'].map(begin)).toEqual([[], [], [], []])
  for (const state of ['a', 'b', 'c', 'd'])
    expect(attempts.find(cookies.join('; '), state)).toEqual({ ...ATTEMPT, state })
  expect(begin('e')).toEqual(['__Host-external-login-a='])
})
