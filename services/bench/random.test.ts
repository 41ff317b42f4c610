import { expect, test } from 'vitest'
import { createRandom } from '@app/ops/sample/random.ts'
import { pick, uuidOf } from './random.ts'

const numbers = (seed: number, count: number): readonly number[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random())
}

test('the same seed gives the same numbers, another one others', () => {
  expect(numbers(7, 100)).toEqual(numbers(7, 100))
  expect(numbers(7, 100)).not.toEqual(numbers(8, 100))
})

test('the numbers lie evenly between 0 and 1', () => {
  const drawn = numbers(1, 10_000)
  expect(drawn.every((one) => one >= 0 && one < 1)).toBe(true)
  for (const tenth of [0, 3, 9])
    expect(drawn.filter((one) => Math.floor(one * 10) === tenth).length / 10_000).toBeCloseTo(0.1, 1)
})

test('an id made of them is a UUID of version 4, and no two are alike', () => {
  const random = createRandom(3)
  const ids = Array.from({ length: 1_000 }, () => uuidOf(random))
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(1_000)
})

test('every value can be picked', () => {
  const random = createRandom(5)
  expect(new Set(Array.from({ length: 100 }, () => pick(random, ['a', 'b', 'c'])))).toEqual(
    new Set(['a', 'b', 'c']),
  )
})
