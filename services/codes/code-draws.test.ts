import { expect, test } from 'vitest'
import { CODE_CHARS, newCode, normalCode } from '@app/contracts/fields/activation-code.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { drawsOf } from '../product/admin-routes.ts'

const ofKey = (key: string) => drawsOf((name) => derivedId(`${key} ${name}`))
const codesOf = (key: string, count: number): readonly string[] => {
  const below = ofKey(key)
  return Array.from({ length: count }, () => newCode(below))
}

test('a key has the same codes in every attempt, and another key others', () => {
  expect(codesOf('one', 5)).toEqual(codesOf('one', 5))
  expect(new Set([...codesOf('one', 200), ...codesOf('two', 200)]).size).toBe(400)
  for (const code of codesOf('one', 20)) expect(normalCode(code)).toBe(code)
})

test('every sign of a code takes every value about as often', () => {
  const below = ofKey('one')
  const codes = 3_000
  const seen = Array.from({ length: CODE_CHARS }, () => new Map<number, number>())
  for (let n = 0; n < codes; n += 1)
    for (const counts of seen) {
      const drawn = below(31)
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
    }
  for (const counts of seen) {
    expect(counts.size).toBe(31)
    expect(Math.max(...counts.values())).toBeLessThan((codes / 31) * 1.6)
    expect(Math.min(...counts.values())).toBeGreaterThan((codes / 31) * 0.4)
  }
})
