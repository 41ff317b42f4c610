import { describe, expect, test } from 'vitest'
import { latenciesOf, turnsOf, judgedOver, type Round } from './frame.ts'

test('each variant is measured once a round, and in each place as often as any other', () => {
  const orders = [0, 1, 2].map((round) => turnsOf(['a', 'b', 'c'], round).join(''))
  expect(orders).toEqual(['abc', 'bca', 'cab'])
})

test('percentiles are of the nearest rank', () => {
  expect(latenciesOf([5, 1, 4, 2, 3])).toEqual({ p50: 3, p99: 5 })
})

describe('what is judged', () => {
  const ROUNDS: readonly Round[] = [
    { ours: { rate: 100 }, theirs: { rate: 50 } },
    { ours: { rate: 30 }, theirs: { rate: 10 } },
    { ours: { rate: 90 }, theirs: { rate: 90 } },
  ]
  const ratio = { title: 'ours ÷ theirs', metric: 'rate', of: 'ours', by: 'theirs' }

  test('is the median of the ratios within each round, not a ratio of medians', () => {
    expect(judgedOver(ratio, ROUNDS)).toMatchObject({ median: 2, min: 1, max: 3, reached: true })
  })

  test.each([
    [{ atLeast: 2 }, true],
    [{ atLeast: 2.1 }, false],
    [{ atMost: 2 }, true],
    [{ atMost: 1.9 }, false],
  ])('is reached or not: %j', (bound, reached) => {
    expect(judgedOver({ ...ratio, ...bound }, ROUNDS).reached).toBe(reached)
  })

  test('is not reached where a figure is missing', () => {
    const outcome = judgedOver({ ...ratio, metric: 'cpu', atMost: 2 }, ROUNDS)
    expect(outcome.reached).toBe(false)
    expect(outcome.median).toBeNaN()
  })
})
