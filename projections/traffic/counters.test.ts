import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counterCode, heatCode } from './counter-codes.ts'
import { addPairs, pairsOf, breakdownOf, heatOf, pairsText, type Counters } from './counters.ts'

const seed = Number(process.env.TEST_SEED)

test('a count is read under its value', () => {
  const counters: Counters = new Map([
    [counterCode('network', 'custom'), 3],
    [counterCode('excluded-click', 'own'), 2],
    [counterCode('shared', 'whatsapp'), 14],
  ])
  expect(breakdownOf(counters)).toEqual({
    network: { custom: 3 },
    'excluded-click': { own: 2 },
    shared: { whatsapp: 14 },
  })
})

test('visits of a weekday and hour are in their cell', () => {
  const heat = heatOf(
    new Map([
      [heatCode(0, 0), 1],
      [heatCode(6, 23), 2],
    ]),
  )
  expect([heat.length, ...heat.map((hours) => hours.length)]).toEqual([7, ...Array<number>(7).fill(24)])
  expect([heat[0]![0], heat[6]![23], heat.flat().reduce((sum, count) => sum + count)]).toEqual([1, 2, 3])
})

test('counters that are stored and added up again are the same, without zeros and in one order', () => {
  const counts = fc.array(fc.tuple(fc.nat({ max: 1_200 }), fc.nat({ max: 9 })), { maxLength: 40 })
  fc.assert(
    fc.property(counts, (entries) => {
      const counters: Counters = new Map(entries)
      const text = pairsText(counters)
      const codes = pairsOf(text).filter((_, index) => index % 2 === 0)
      expect(codes).toEqual([...codes].sort((a, b) => a - b))
      const read: Counters = new Map()
      addPairs(read, pairsOf(text))
      addPairs(read, pairsOf(text))
      expect(read).toEqual(
        new Map([...counters].filter(([, count]) => count > 0).map(([code, count]) => [code, 2 * count])),
      )
    }),
    { seed },
  )
})
