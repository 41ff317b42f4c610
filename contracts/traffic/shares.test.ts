import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { sharesOf, networkShares, clearBest, noBestText } from './shares.ts'
import { NETWORKS, type Network } from './kinds.ts'

const tenthsOf = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + Math.round(share * 10), 0)

testTable([
  [
    [1, 1, 1],
    [33.4, 33.3, 33.3],
  ],
  [
    [214, 142, 96, 61, 54, 38, 17],
    [34.4, 22.8, 15.5, 9.8, 8.7, 6.1, 2.7],
  ],
  [
    [4, 4, 1, 1, 1, 1],
    [33.4, 33.4, 8.3, 8.3, 8.3, 8.3],
  ],
  [
    [5, 2, 2, 2, 2, 2],
    [33.4, 13.4, 13.3, 13.3, 13.3, 13.3],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
])('what rounding leaves goes to the largest remainders, of equal ones to the first', (counts, shares) => {
  expect(sharesOf(counts)).toEqual(shares)
})

test('shares of any counts add up to 100,0 and none is a tenth or more from the exact one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0)
      fc.pre(total > 0)
      const shares = sharesOf(counts)
      expect(tenthsOf(shares)).toBe(1_000)
      shares.forEach((share, index) => {
        expect(Math.abs(share - ((counts[index] ?? 0) * 100) / total)).toBeLessThan(0.1)
      })
    }),
    { seed: Number(process.env['TEST_SEED']) },
  )
})

const NONE = Object.fromEntries(NETWORKS.map((network) => [network, 0])) as Record<Network, number>
testTable([
  [{ whatsapp: 3, email: 2 }, ['whatsapp', 'email'], [60, 40]],
  [{ whatsapp: 1, linkedin: 1, instagram: 1 }, ['instagram', 'linkedin', 'whatsapp'], [33.4, 33.3, 33.3]],
  [{}, ['custom'], [0]],
] as const)('all networks are listed by their clicks, equal ones by name', (clicks, names, shares) => {
  const all = networkShares({ ...NONE, ...clicks })
  expect(all.slice(0, names.length).map(({ network }) => network)).toEqual(names)
  expect(all.map(({ share }) => share)).toEqual([...shares, ...NETWORKS.slice(names.length).map(() => 0)])
})

const none = { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 0 }

test.each([
  [{ email: 3, website: 3 }, undefined, 'Ninguna: hay un empate'],
  [{ email: 4 }, undefined, 'No hay datos suficientes para este período'],
  [{ email: 3, website: 2 }, 'email', undefined],
])('of clicks %j the clear best is %s: none at a tie, or under five clicks', (clicks, best, reason) => {
  const figures = {
    most_effective_platform: 'email',
    social_clicks: { ...none, ...clicks },
    social_clicks_total: Object.values(clicks).reduce((sum, count) => sum + count, 0),
  } as const
  expect(clearBest(figures)).toBe(best)
  if (reason !== undefined) expect(noBestText(figures.social_clicks_total)).toBe(reason)
})
