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

test('a missing link is reported with what it brings to others and would bring here at least', () => {
  expect(found(PEERS)).toMatchObject({
    icon: 'circle-plus',
    costs: true,
    title: 'Te falta LinkedIn',
    description:
      'En 12 páginas que muestran LinkedIn hubo 800 clics ahí en 4.000 visitas; con tus 280 visitas de los últimos 28 días serían unos 50 clics o más.',
    action: 'Agrega tu LinkedIn a tu página.',
  })
})

test('its effect is how much all clicks would grow', () => {
  expect(found(PEERS)?.effect).toBeCloseTo(Math.log((56 + 50) / 56), 1)
})

test('of two missing links the one that costs more is reported', () => {
  const material = materialOf(
    steadyDays(() => ({ visits: 10 })),
    ['linkedin', 'whatsapp'],
  )
  const peers = { ...material.peers, linkedin: PEERS, whatsapp: { ...PEERS, clicks: 1200 } }
  expect(missingLink({ ...material, peers })?.title).toBe('Te falta WhatsApp')
})

test('a link that is shown is not missing', () => {
  expect(missingLink(materialOf(steadyDays(() => ({ visits: 100 }))))).toBeUndefined()
})

test("nobody's page lacks an own link", () => {
  expect(found(PEERS, 100, 91, 'custom')).toBeUndefined()
})

test('peers who are pressed more often than visited are taken at once a visit', () => {
  expect(found({ profiles: 9, visits: 600, clicks: 5000 })?.description).toMatch(/unos 2\d\d clics/)
})

test.each([
  ['four pages', { ...PEERS, profiles: 4 }, 10, 91],
  ['499 visits to them', { profiles: 9, visits: 499, clicks: 499 }, 10, 91],
  ['fewer than five clicks', { ...PEERS, clicks: 50 }, 10, 91],
  ['27 days', PEERS, 10, 27],
  ['no visits', PEERS, 0, 91],
] as const)('%s are too little', (_what, peers, visits, days) => {
  expect(found(peers, visits, days)).toBeUndefined()
})
