import { describe, expect, test } from 'vitest'
import { figuresOf, outcomesOf } from './outcome.ts'
import type { Aim } from '../part.ts'
import type { Round } from './rounds.ts'

const load = { average: 0, othersCores: 0 }
const round = (ours: number, theirs: number): Round => ({
  figures: { ours: { rate: ours, p99: 3 }, theirs: { rate: theirs } },
  load,
})
const ROUNDS = [round(60, 100), round(5, 10), round(80, 100)]
const RATE: Aim = { title: 'ours ÷ theirs', metric: 'rate', of: 'ours', by: 'theirs', atLeast: 0.6 }
const outcomes = (...aims: readonly Aim[]) =>
  outcomesOf({ metrics: [{ name: 'rate', title: 'events/s', digits: 0 }], variants: [], aims }, ROUNDS)

describe('an aim', () => {
  test('is decided by the median of the rounds’ own ratios, not by a ratio of medians', () => {
    expect(outcomes(RATE)).toEqual([
      { aim: RATE, figure: { median: 0.6, min: 0.5, max: 0.8 }, reached: true },
    ])
  })

  test('is not reached a little below it', () => {
    expect(outcomes({ ...RATE, atLeast: 0.61 })[0]?.reached).toBe(false)
  })

  test('may be a ceiling', () => {
    const { atLeast: _none, ...ceiling } = RATE
    expect(outcomes({ ...ceiling, atMost: 0.6 })[0]?.reached).toBe(true)
    expect(outcomes({ ...ceiling, atMost: 0.59 })[0]?.reached).toBe(false)
  })

  test('may be of a figure itself', () => {
    const [outcome] = outcomes({ title: 'p99', metric: 'p99', of: 'ours', atMost: 3 })
    expect(outcome).toMatchObject({ figure: { median: 3 }, reached: true })
  })

  test('without bounds is for information', () => {
    const { atLeast: _none, ...information } = RATE
    expect(outcomes(information)[0]?.reached).toBeUndefined()
  })

  test('of something that was not measured is an error', () => {
    expect(() => outcomes({ ...RATE, metric: 'speed' })).toThrow('has no figure "speed"')
    expect(() => outcomes({ ...RATE, by: 'nobody' })).toThrow('nobody has no figure "rate"')
  })
})

test('a variant need not have every figure', () => {
  expect(figuresOf(ROUNDS, 'ours', 'rate')).toEqual({ median: 60, min: 5, max: 80 })
  expect(figuresOf(ROUNDS, 'theirs', 'p99')).toBeUndefined()
})
