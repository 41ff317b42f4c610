import { expect, test } from 'vitest'
import { PARTS } from './parts.ts'
import { readWishes, usageOf } from './wishes.ts'

const names = (args: readonly string[]) => readWishes(args, PARTS)?.parts.map(({ name }) => name)
const all = PARTS.map(({ name }) => name)

test('without a word everything is measured', () => {
  expect(names([])).toEqual(all)
})

test('parts that are named are measured, in the order of the report', () => {
  expect(names(['track'])).toEqual(['track'])
  expect(names([...all].reverse())).toEqual(all)
})

test('the number of rounds may be said', () => {
  expect(readWishes(['track', '--rounds=2'], PARTS)?.rounds).toBe(2)
  expect(readWishes([], PARTS)?.rounds).toBeGreaterThanOrEqual(5)
})

test('what cannot be understood is not guessed', () => {
  for (const args of [['speed'], ['--rounds=0'], ['--rounds=many'], ['--fast'], ['--rounds=2', '--rounds=3']])
    expect(readWishes(args, PARTS)).toBeUndefined()
})

test('the usage names every part', () => {
  for (const name of all) expect(usageOf(PARTS)).toContain(name)
})
