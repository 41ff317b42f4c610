import { expect, test } from 'vitest'
import { tokenUntil } from '../../testing/fixtures.ts'
import { hasEnded, tokenExpiry } from './stored-session-token.ts'

test('a token has the time when it ends', () => {
  expect(tokenExpiry(tokenUntil(1_800_000_000))).toBe(1_800_000_000_000)
})

test('a token is valid until its second and not after', () => {
  expect(hasEnded(tokenUntil(1_800_000_000), 1_799_999_999_999)).toBe(false)
  expect(hasEnded(tokenUntil(1_800_000_000), 1_800_000_000_000)).toBe(true)
})

test('a token that cannot be read, or never ends, counts as ended', () => {
  for (const token of ['', 'rubbish', 'a.b.c', `x.${btoa('{}')}.y`, `x.${btoa('{"exp":"soon"}')}.y`]) {
    expect(hasEnded(token, 0)).toBe(true)
  }
})

test('letters outside ASCII in a token do not hurt', () => {
  const payload = Buffer.from(JSON.stringify({ name: 'Ñandú ÿ', exp: 5 })).toString('base64url')
  expect(tokenExpiry(`x.${payload}.y`)).toBe(5_000)
})
