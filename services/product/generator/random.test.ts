import { expect, test } from 'vitest'
import { z } from 'zod'
import { createPick, createRandom, createZipf, intBelow, uuidOf } from './random.ts'

const countsOf = (turns: number, places: number, draw: () => number): readonly number[] => {
  const counts = Array.from({ length: places }, () => 0)
  for (let turn = 0; turn < turns; turn += 1) counts[draw()]! += 1
  return counts
}

test('the numbers of a seed never change, and another text gives others', () => {
  const random = createRandom(1, 'a')
  expect([random(), random(), random()]).toEqual([
    0.09469932247884572, 0.5622534845024347, 0.39460056903772056,
  ])
  expect(createRandom(1, 'b')()).not.toBe(createRandom(1, 'a')())
  expect(createRandom(2 ** 32 + 1, 'a')()).not.toBe(createRandom(1, 'a')())
})

test('numbers are distributed evenly', () => {
  const random = createRandom(42, '')
  for (const count of countsOf(10_000, 10, () => intBelow(random, 10)))
    expect(Math.abs(count - 1_000)).toBeLessThan(150)
})

test('ids are distinct UUIDs', () => {
  const random = createRandom(3, '')
  const ids = Array.from({ length: 2_000 }, () => uuidOf(random))
  for (const id of ids) z.uuidv4().parse(id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a choice is as frequent as its weight', () => {
  const random = createRandom(4, '')
  const pick = createPick([
    [0, 9],
    [1, 1],
    [2, 0],
  ])
  const [often, seldom, never] = countsOf(1_000, 3, () => pick(random))
  expect([often! > 850, seldom! > 60, never]).toEqual([true, true, 0])
})

test('the second index is drawn half as often as the first', () => {
  const random = createRandom(5, '')
  const place = createZipf(4)
  const counts = countsOf(10_000, 4, () => place(random))
  expect(counts[1]! / counts[0]!).toBeCloseTo(1 / 2, 1)
  expect(counts[3]! / counts[0]!).toBeCloseTo(1 / 4, 1)
})
