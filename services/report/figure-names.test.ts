import { expect, test } from 'vitest'
import { networkClicks, reportFileName } from './figure-names.ts'
import { addressOf } from './layout.ts'

test('the custom link has its owner’s title', () => {
  const clicks = { email: 0, whatsapp: 0, linkedin: 0, instagram: 0, facebook: 0, website: 0, custom: 1 }
  expect(networkClicks(clicks, 'Agenda una reunión')[0]).toMatchObject({
    name: 'Agenda una reunión',
    clicks: 1,
  })
})

test('columns are named as spreadsheets name them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map((column) => addressOf(0, column))).toEqual([
    'A1',
    'Z1',
    'AA1',
    'AZ1',
    'BA1',
    'ZZ1',
    'AAA1',
  ])
})

test.each([
  ['2026-11-21T02:59:59Z', '2026-11-20'],
  ['2026-11-21T03:00:00Z', '2026-11-21'],
])('at %s the file is named after the day %s in Santiago', (instant, day) => {
  expect(reportFileName('12m', Date.parse(instant))).toBe(`Resumen_Ejecutivo_12m_${day}.xlsx`)
  expect(reportFileName('all-time', Date.parse(instant))).toBe(`Resumen_Ejecutivo_all-time_${day}.xlsx`)
})
