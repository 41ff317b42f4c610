import { expect, test } from 'vitest'
import { networkShares } from './network-shares.ts'
import { NETWORKS, type Network } from './traffic-kinds.ts'

const sharesOf = (clicks: Partial<Record<Network, number>>) =>
  networkShares({
    ...(Object.fromEntries(NETWORKS.map((network) => [network, 0])) as Record<Network, number>),
    ...clicks,
  })
const namesOf = (clicks: Partial<Record<Network, number>>) => sharesOf(clicks).map(({ network }) => network)

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
  const shares = sharesOf({ whatsapp: 1, email: 1, custom: 1 })
  expect(shares).toHaveLength(7)
  expect(shares.map(({ share }) => share)).toEqual([33.4, 33.3, 33.3, 0, 0, 0, 0])
})

test('without clicks nobody has a share', () => {
  expect(new Set(sharesOf({}).map(({ share }) => share))).toEqual(new Set([0]))
})
