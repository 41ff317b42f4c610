import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankSumOf, type Stratum, stratifiedRankSum } from './stratified-rank-sum.ts'

const seed = Number(process.env['TEST_SEED'])

test('one stratum gives the rank sum test, as in Hollander and Wolfe’s example of 0,1272', () => {
  const chosen = [0.8, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
  expect(stratifiedRankSum([{ chosen, others: [1.15, 0.88, 0.9, 0.74, 1.21] }]).higher).toBeCloseTo(0.1272, 4)
})

test('four values below four others are one arrangement of 70', () => {
  const { higher, lower } = stratifiedRankSum([{ chosen: [1, 2, 3, 4], others: [5, 6, 7, 8] }])
  expect(lower).toBeCloseTo(1 / 70, 12)
  expect(higher).toBeCloseTo(1, 12)
})

test('strata multiply, so the first of seven in each of three weeks is one in 343', () => {
  const week: Stratum = { chosen: [9], others: [1, 2, 3, 4, 5, 6] }
  expect(stratifiedRankSum([week, week, week]).higher).toBeCloseTo(1 / 343, 12)
})

test('strata of very different size are never compared with each other', () => {
  const small: Stratum = { chosen: [2], others: [1] }
  const large: Stratum = { chosen: [2000], others: [1000] }
  expect(stratifiedRankSum([small, large]).higher).toBeCloseTo(1 / 4, 12)
})

test('both tails are certain when all values are equal', () => {
  expect(stratifiedRankSum([{ chosen: [3, 3], others: [3, 3, 3] }])).toEqual({ higher: 1, lower: 1 })
})

/** Enumerates every choice within every stratum. */
function slowHigher(strata: readonly Stratum[]): number {
  const choices = strata.map(({ chosen, others }) => {
    const all = [...chosen, ...others]
    const chosenWays = Array.from({ length: 2 ** all.length }, (_none, mask) =>
      all.map((_value, index) => ((mask >> index) & 1) === 1),
    ).filter((taken) => taken.filter(Boolean).length === chosen.length)
    return chosenWays.map((taken): Stratum => ({
      chosen: all.filter((_value, index) => taken[index]),
      others: all.filter((_value, index) => !taken[index]),
    }))
  })
  const every = choices.reduce<readonly (readonly Stratum[])[]>(
    (sofar, ways) => sofar.flatMap((past) => ways.map((way) => [...past, way])),
    [[]],
  )
  return every.filter((one) => rankSumOf(one) >= rankSumOf(strata)).length / every.length
}

test('tails equal an enumeration of all choices, even with ties', () => {
  const stratum = fc.record({
    chosen: fc.array(fc.nat(4), { minLength: 1, maxLength: 2 }),
    others: fc.array(fc.nat(4), { minLength: 1, maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(stratum, { minLength: 1, maxLength: 3 }), (strata) => {
      expect(stratifiedRankSum(strata).higher).toBeCloseTo(slowHigher(strata), 10)
    }),
    { seed, numRuns: 60 },
  )
})
