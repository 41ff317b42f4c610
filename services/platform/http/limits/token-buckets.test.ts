import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

function bucketsAt({ burst = 3, perSecond = 0.5, max = 1_000 } = {}) {
  let ms = Date.parse('2026-11-18T15:00:00.000Z')
  const buckets = createTokenBuckets({ burst, perSecond }, { monotonicMs: () => ms, max })
  const takeMany = (key: string, tries: number): readonly number[] =>
    Array.from({ length: tries }, () => take(key))
  const take = (key: string): number => buckets(key).take()
  const refund = (key: string): void => buckets(key).refund()
  return { take, refund, size: buckets.size, takeMany, advance: (by: number) => void (ms += by) }
}

test('a bucket is full at first, and answers how long to wait once it is empty', () => {
  const { takeMany, advance, take } = bucketsAt()
  expect(takeMany('a', 5)).toEqual([0, 0, 0, 2, 2])
  advance(1_500)
  expect(take('a')).toBe(1)
  advance(500)
  expect(takeMany('a', 2)).toEqual([0, 2])
})

test('a bucket takes a refund, up to its burst', () => {
  const { takeMany, take, refund } = bucketsAt()
  takeMany('a', 4)
  refund('a')
  expect(takeMany('a', 2)).toEqual([0, 2])
  for (let n = 0; n < 9; n += 1) refund('a')
  expect(takeMany('a', 4)).toEqual([0, 0, 0, 2])
  refund('never seen')
  expect(take('never seen')).toBe(0)
})

test('a bucket is evicted when it is the least recently used', () => {
  const { takeMany, take } = bucketsAt({ max: 2 })
  takeMany('a', 4)
  takeMany('b', 4)
  expect(take('a')).toBe(2)
  take('c')
  expect(take('a')).toBe(2)
  expect(take('b')).toBe(0)
})

describe('full buckets', () => {
  test('are removed as others are used, which changes no answer', () => {
    const { takeMany, advance, take, ...buckets } = bucketsAt()
    for (let n = 0; n < 100; n += 1) takeMany(`early ${n}`, 3)
    advance(5_999)
    take('late')
    expect(buckets.size()).toBe(101)
    advance(1)
    for (let n = 0; n < 10; n += 1) take('late')
    expect(buckets.size()).toBe(1)
    expect(takeMany('early 1', 4)).toEqual([0, 0, 0, 2])
  })
})

test('no stretch of time lets more through than the burst and what flows in meanwhile', () => {
  const tries = fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 120 })
  fc.assert(
    fc.property(
      tries,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 5 }),
      (gaps, burst, perSecond) => {
        const { take, advance } = bucketsAt({ burst, perSecond })
        let atMs = 0
        const passed: number[] = []
        for (const gap of gaps) {
          advance(gap)
          atMs += gap
          if (take('a') === 0) passed.push(atMs)
        }
        passed.forEach((from, first) => {
          passed.slice(first).forEach((to, more) => {
            expect(more + 1).toBeLessThanOrEqual(burst + (perSecond * (to - from)) / 1_000 + 1e-6)
          })
        })
      },
    ),
    { seed: Number(process.env.TEST_SEED) },
  )
})
