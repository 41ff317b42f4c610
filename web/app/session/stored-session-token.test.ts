import { expect, test } from 'vitest'
import { tokenUntil } from '../../testing/fixtures.ts'
import { endOfReceived, tokenHasEnded, tokenExpiry } from './stored-session-token.ts'

test('a token has the time when it ends', () => {
  expect(tokenExpiry(tokenUntil(1_800_000_000))).toBe(1_800_000_000_000)
})

test('a token is valid until its second and not after', () => {
  const token = tokenUntil(1_800_000_000)
  expect(tokenHasEnded({ token }, 1_799_999_999_999)).toBe(false)
  expect(tokenHasEnded({ token }, 1_800_000_000_000)).toBe(true)
})

test('a token that cannot be read, or never ends, counts as ended', () => {
  for (const token of ['', 'rubbish', 'a.b.c', `x.${btoa('{}')}.y`, `x.${btoa('{"exp":"soon"}')}.y`]) {
    expect(tokenHasEnded({ token }, 0)).toBe(true)
  }
})

test('letters outside ASCII in a token do not hurt', () => {
  const payload = Buffer.from(JSON.stringify({ name: 'Ñandú ÿ', exp: 5 })).toString('base64url')
  expect(tokenExpiry(`x.${payload}.y`)).toBe(5_000)
})

const DAY_MS = 86_400_000
const ISSUED_MS = Date.parse('2026-11-20T12:00:00Z')
const WEEK = tokenUntil(ISSUED_MS / 1_000 + 7 * 86_400, ISSUED_MS / 1_000)

test.each([
  ['right', 0],
  ['eight days ahead', 8],
  ['a year ahead', 365],
  ['eight days behind', -8],
  ['of 1970', -20_777],
])('a token of seven days lasts seven days by a clock that is %s', (_, aheadDays) => {
  const receivedMs = ISSUED_MS + aheadDays * DAY_MS
  const kept = { token: WEEK, ends_at: endOfReceived(WEEK, receivedMs) }
  expect(tokenHasEnded(kept, receivedMs)).toBe(false)
  expect(tokenHasEnded(kept, receivedMs + 7 * DAY_MS - 1)).toBe(false)
  expect(tokenHasEnded(kept, receivedMs + 7 * DAY_MS)).toBe(true)
})

test('a token that does not say when it was issued ends at its own time', () => {
  const token = tokenUntil(1_800_000_000)
  expect(endOfReceived(token, 0)).toBeUndefined()
  expect(endOfReceived('rubbish', 0)).toBeUndefined()
})
