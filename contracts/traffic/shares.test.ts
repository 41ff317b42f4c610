import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf, networkShares } from './shares.ts'
import { NETWORKS, type Network } from './traffic-kinds.ts'

const tenthsOf = (shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + Math.round(share * 10), 0)

test('thirds add up to a hundred: the first takes what rounding leaves', () => {
  expect(sharesOf([1, 1, 1])).toEqual([33.4, 33.3, 33.3])
})

test('what rounding leaves goes to the largest remainders', () => {
  expect(sharesOf([214, 142, 96, 61, 54, 38, 17])).toEqual([34.4, 22.8, 15.5, 9.8, 8.7, 6.1, 2.7])
})

test('of equal remainders the first takes it, whatever the size of the counts', () => {
  expect(sharesOf([4, 4, 1, 1, 1, 1])).toEqual([33.4, 33.4, 8.3, 8.3, 8.3, 8.3])
  expect(sharesOf([5, 2, 2, 2, 2, 2])).toEqual([33.4, 13.4, 13.3, 13.3, 13.3, 13.3])
})

test('without counts every share is zero', () => {
  expect(sharesOf([0, 0])).toEqual([0, 0])
  expect(sharesOf([])).toEqual([])
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

const sharesIn = (clicks: Partial<Record<Network, number>>) =>
  networkShares({
    ...(Object.fromEntries(NETWORKS.map((network) => [network, 0])) as Record<Network, number>),
    ...clicks,
  })
const namesOf = (clicks: Partial<Record<Network, number>>) => sharesIn(clicks).map(({ network }) => network)

test('the network with most clicks is the first', () => {
  expect(namesOf({ whatsapp: 3, email: 2 }).slice(0, 2)).toEqual(['whatsapp', 'email'])
})

test('networks with equal clicks are sorted by name', () => {
  expect(namesOf({ whatsapp: 3, linkedin: 3, instagram: 3 }).slice(0, 3)).toEqual([
    'instagram',
    'linkedin',
    'whatsapp',
  ])
  expect(namesOf({ email: 1, custom: 1 }).slice(0, 2)).toEqual(['custom', 'email'])
})

test('all seven networks are listed, and their shares add up to a hundred', () => {
  const shares = sharesIn({ whatsapp: 1, email: 1, custom: 1 })
  expect(shares).toHaveLength(7)
  expect(shares.map(({ share }) => share)).toEqual([33.4, 33.3, 33.3, 0, 0, 0, 0])
})

test('without clicks nobody has a share', () => {
  expect(new Set(sharesIn({}).map(({ share }) => share))).toEqual(new Set([0]))
})
