import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createExternalAttempts } from './external-cookies.ts'

const NOON = new Date('2026-03-02T12:00:00.000Z')
const ATTEMPT = { state: 'state-1', nonce: 'nonce-1', codeVerifier: 'verifier-1' }

let now = NOON
const attemptsOf = (options: { secret?: Buffer; publicUrl?: string } = {}) =>
  createExternalAttempts({
    secret: Buffer.alloc(32, 7),
    publicUrl: 'https://tarjeta.example',
    random: randomBytes,
    now: () => now,
    ...options,
  })
const attempts = attemptsOf()
/** The cookie that a browser sends for a Set-Cookie header. */
const cookieIn = (header: string): string => header.split(';')[0]!
const headerBy = (by = attempts): string => by.keep(ATTEMPT, undefined).at(-1)!
const findIn = (cookies: string | undefined, by = attempts) => by.find(cookies, ATTEMPT.state)

test('an attempt’s cookie is read by nobody, seen by no script, and planted by no other host', () => {
  const [cookie, ...attributes] = headerBy().split('; ')
  expect(cookie).toMatch(/^__Host-external-login-state-1=[\w-]+$/)
  expect(attributes).toEqual(['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure'])
  const bytes = Buffer.from(cookie!.split('=')[1]!, 'base64url').toString('latin1')
  for (const secret of Object.values(ATTEMPT)) expect(bytes).not.toContain(secret)
  expect(attempts.forget(ATTEMPT.state)).toMatch(/^__Host-external-login-state-1=; Max-Age=0; Path=\/; /)
  // On one's own machine there is no https.
  const local = attemptsOf({ publicUrl: 'http://127.0.0.1:3000' })
  const plain = headerBy(local)
  expect(plain).toMatch(/^external-login-state-1=[\w-]+; .*SameSite=Lax$/)
  expect([findIn(cookieIn(plain), local), findIn(cookieIn(plain))]).toEqual([ATTEMPT, undefined])
})

test('an attempt is read unchanged for ten minutes, and refused if it was changed, cut, or sealed with another key', () => {
  const kept = cookieIn(headerBy())
  now = new Date(NOON.getTime() + 599_999)
  expect(findIn(`a=1; ${kept}; __Host-external-login-state-2=x`)).toEqual(ATTEMPT)
  const changed = `${kept.slice(0, -2)}${kept.at(-2) === 'A' ? 'B' : 'A'}${kept.at(-1)}`
  const foreign = cookieIn(headerBy(attemptsOf({ secret: Buffer.alloc(32, 8) })))
  const name = '__Host-external-login-state-1='
  for (const cookies of [changed, kept.slice(0, 40), foreign, name, `${name}%00`, '', undefined])
    expect(findIn(cookies)).toBeUndefined()
  now = new Date(NOON.getTime() + 600_000)
  expect(findIn(kept)).toBeUndefined()
  now = NOON
})

test('four attempts at once are kept, and a fifth ends the oldest', () => {
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
