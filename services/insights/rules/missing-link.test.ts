import { expect, test } from 'vitest'
import type { PeerFigures } from '../figures-material.ts'
import { materialOf } from '../testing/series.ts'
import { steadyDays } from '../testing/steady.ts'
import { missingLink } from './missing-link.ts'

const PEERS: PeerFigures = { profiles: 12, visits: 4000, clicks: 800 }

function found(peers: PeerFigures, visits = 10, days = 91, hidden: 'linkedin' | 'custom' = 'linkedin') {
  const material = materialOf(
    steadyDays(() => ({ visits, networks: { email: 2 } }), days),
    [hidden],
  )
  return missingLink({ ...material, peers: { ...material.peers, [hidden]: peers } })
}

test('a missing link is reported with its clicks on other pages and the least expected here', () => {
  expect(found(PEERS)).toMatchObject({
    icon: 'circle-plus',
    costs: true,
    title: 'Te falta LinkedIn',
    description:
      'En 12 páginas que muestran LinkedIn hubo 800 clics ahí en 4.000 visitas; con tus 280 visitas de los últimos 28 días serían unos 50 clics o más.',
    action: 'Agrega tu LinkedIn a tu página.',
  })
})

test('the effect of a missing link is the growth of all clicks', () => {
  expect(found(PEERS)?.effect).toBeCloseTo(Math.log((56 + 50) / 56), 1)
})

test('the costlier of two missing links is reported', () => {
  const material = materialOf(
    steadyDays(() => ({ visits: 10 })),
    ['linkedin', 'whatsapp'],
  )
  const peers = { ...material.peers, linkedin: PEERS, whatsapp: { ...PEERS, clicks: 1200 } }
  expect(missingLink({ ...material, peers })?.title).toBe('Te falta WhatsApp')
})

test('a shown link is not missing', () => {
  expect(missingLink(materialOf(steadyDays(() => ({ visits: 100 }))))).toBeUndefined()
})

test("an owner's own link is never missing", () => {
  expect(found(PEERS, 100, 91, 'custom')).toBeUndefined()
})

test('peers with more clicks than visits count as one click a visit', () => {
  expect(found({ profiles: 9, visits: 600, clicks: 5000 })?.description).toMatch(/unos 2\d\d clics/)
})

test.each([
  ['four pages', { ...PEERS, profiles: 4 }, 10, 91],
  ['499 visits to them', { profiles: 9, visits: 499, clicks: 499 }, 10, 91],
  ['fewer than five clicks', { ...PEERS, clicks: 50 }, 10, 91],
  ['27 days', PEERS, 10, 27],
  ['no visits', PEERS, 0, 91],
] as const)('%s are too few', (_what, peers, visits, days) => {
  expect(found(peers, visits, days)).toBeUndefined()
})
