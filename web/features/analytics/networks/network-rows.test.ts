import { expect, test } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { networkRows } from './network-rows.ts'

const none = { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 0 }

test('networks are sorted by clicks, measured against the best', () => {
  const rows = networkRows(analytics.social_clicks, '')
  expect(rows.map(({ name }) => name)).toEqual([
    'WhatsApp',
    'LinkedIn',
    'Instagram',
    'Email',
    'Facebook',
    'Sitio Web',
    'Enlace propio',
  ])
  expect(rows[0]).toMatchObject({ count: 214, share: 34.4, relative: 1 })
  expect(rows[1]?.relative).toBeCloseTo(142 / 214)
})

test('the custom link goes by the title its owner gave it', () => {
  expect(networkRows({ ...none, custom: 1 }, 'Agenda una reunión')[0]?.name).toBe('Agenda una reunión')
})

test('networks without clicks are left out', () => {
  expect(networkRows(none, '')).toEqual([])
  expect(networkRows({ ...none, email: 2 }, '')).toHaveLength(1)
})

test('equal networks are sorted by name, as the answer chooses its best one', () => {
  const rows = networkRows({ ...none, whatsapp: 2, facebook: 2 }, '')
  expect(rows.map(({ network }) => network)).toEqual(['facebook', 'whatsapp'])
})
