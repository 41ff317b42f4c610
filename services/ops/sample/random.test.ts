import { expect, test } from 'vitest'
import { createRandom, intBelow, pick } from './random.ts'

test('numbers of a seed stay what they are', () => {
  const random = createRandom(1)
  expect([random(), random(), random()]).toEqual([
    0.6270739405881613, 0.002735721180215478, 0.5274470399599522,
  ])
})

test('numbers are spread evenly', () => {
  const random = createRandom(42)
  const tens = Array.from({ length: 10 }, () => 0)
  for (let turn = 0; turn < 10_000; turn += 1) tens[intBelow(random, 10)]! += 1
  for (const count of tens) expect(Math.abs(count - 1_000)).toBeLessThan(150)
})

test('a choice comes as often as its weight says', () => {
  const random = createRandom(3)
  const choices = [
    ['often', 9],
    ['seldom', 1],
    ['never', 0],
  ] as const
  const picked = Array.from({ length: 1_000 }, () => pick(random, choices))
  expect(picked.filter((choice) => choice === 'seldom').length).toBeGreaterThan(60)
  expect(picked.filter((choice) => choice === 'seldom').length).toBeLessThan(150)
  expect(picked).not.toContain('never')
})
