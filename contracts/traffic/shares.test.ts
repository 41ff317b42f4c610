import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { networkShares, clearBest, noBestText } from './shares.ts'
import { NETWORKS, type Network } from './kinds.ts'

const NONE = Object.fromEntries(NETWORKS.map((network) => [network, 0])) as Record<Network, number>
testTable([
  [{ whatsapp: 3, email: 2 }, ['whatsapp', 'email'], [60, 40]],
  [{ whatsapp: 1, linkedin: 1, instagram: 1 }, ['instagram', 'linkedin', 'whatsapp'], [33.3, 33.3, 33.3]],
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
