import { describe, expect, test } from 'vitest'
import type { RoundLoad } from '../product/machine-load.ts'
import { roundOrderOf, runRounds, type RoundsPlan } from './rounds.ts'

const VARIANTS = ['a', 'b', 'c']
const QUIET: RoundLoad = { average: 1, othersCores: 0 }
const LOUD: RoundLoad = { average: 9, othersCores: 2 }

function plan(loads: readonly RoundLoad[], over: Partial<RoundsPlan> = {}) {
  const measured: string[] = []
  let round = -1
  const given: RoundsPlan = {
    variants: VARIANTS,
    rounds: 3,
    repeatsMax: 2,
    measure: async (variant) => {
      measured.push(variant)
      return { rate: measured.length }
    },
    watchLoad: () => {
      round += 1
      return () => loads[round] ?? QUIET
    },
    isTooLoaded: ({ othersCores }) => (othersCores ?? 0) > 1,
    ...over,
  }
  return { given, measured }
}

describe('the order of a round', () => {
  test('has every variant once', () => {
    for (let round = 0; round < 7; round += 1)
      expect(new Set(roundOrderOf(VARIANTS, round))).toEqual(new Set(VARIANTS))
  })

  test('puts each variant in each place as often as any other', () => {
    const orders = [0, 1, 2].map((round) => roundOrderOf(VARIANTS, round))
    for (const place of [0, 1, 2])
      expect(new Set(orders.map((order) => order[place]))).toEqual(new Set(VARIANTS))
  })
})

describe('the rounds', () => {
  test('measure each variant once a round', async () => {
    const { given, measured } = plan([])
    const { rounds, discarded } = await runRounds(given)
    expect(measured.join('')).toBe('abcbcacab')
    expect(rounds.map(({ figures }) => figures.a)).toEqual([{ rate: 1 }, { rate: 6 }, { rate: 8 }])
    expect(discarded).toEqual([])
  })

  test('are measured again when others used the machine', async () => {
    const { given } = plan([QUIET, LOUD, QUIET, QUIET])
    const { rounds, discarded } = await runRounds(given)
    expect(rounds.map(({ load }) => load)).toEqual([QUIET, QUIET, QUIET])
    expect(discarded).toEqual([LOUD])
  })

  test('count as they are once enough have been repeated', async () => {
    const { given, measured } = plan([LOUD, LOUD, LOUD, LOUD, LOUD])
    const { rounds, discarded } = await runRounds(given)
    expect(discarded).toHaveLength(2)
    expect(rounds.map(({ load }) => load)).toEqual([LOUD, LOUD, LOUD])
    expect(measured).toHaveLength(15)
  })

  test('end with the error of a measurement, and name which', async () => {
    const { given } = plan([], { measure: () => Promise.reject(new Error('2 events are missing')) })
    await expect(runRounds(given)).rejects.toThrow('a: 2 events are missing')
  })
})
