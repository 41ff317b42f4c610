import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import {
  dateText,
  dayTitle,
  minuteLabel,
  timeWithSeconds,
  agoText,
  instantText,
  sinceText,
} from './date-time.ts'
import { countedText, countLabel, percentLabel, pointsText, positionLabel } from './figures.ts'
import { phoneLinks } from '@app/contracts/fields/phone.ts'

const AT = Date.parse('2026-11-20T17:05:31.000Z')

testTable([
  [minuteLabel(AT), '20-11-2026 14:05'],
  [instantText(AT), '20-11-2026 14:05'],
  [timeWithSeconds(AT), '14:05:31'],
  [minuteLabel(Date.parse('2026-07-01T03:30:00.000Z')), '30-06-2026 23:30'],
  [dateText('2026-11-20T10:00:00.000Z'), '20-11-2026'],
  [dateText(Date.parse('2026-03-01T02:30:00.000Z')), '28-02-2026'],
  [agoText(Date.parse('2026-11-20T02:30:00Z'), AT + 90_000_000), '19-11-2026'],
  [dayTitle('2026-11-20', '2026-11-20'), 'Hoy, viernes 20-11-2026'],
  [dayTitle('2026-11-19', '2026-11-20'), 'Ayer, jueves 19-11-2026'],
  [dayTitle('2026-10-28', '2026-11-20'), 'Miércoles 28-10-2026'],
  [agoText(Number.NaN, AT), '–'],
  [instantText(Number.NaN), '–'],
])('instants and days are those of Santiago, and an invalid one is a dash', (text, expected) => {
  expect(text).toBe(expected)
})

testTable([
  [-90, 'ahora', 'ahora'],
  [4, 'ahora', 'ahora'],
  [5, '5 s', 'hace 5 s'],
  [59, '59 s', 'hace 59 s'],
  [60, '1 min', 'hace 1 min'],
  [119, '1 min', 'hace 1 min'],
  [3_599, '59 min', 'hace 59 min'],
  [3_600, '1 h', 'hace 1 h'],
  [86_399, '23 h', 'hace 23 h'],
  [86_400, '20-11-2026', '20-11-2026'],
])('an age is shown more and more roughly, and says hace within a sentence', (seconds, age, since) => {
  const now = AT + seconds * 1_000
  expect([agoText(AT, now), sinceText(AT, now)]).toEqual([age, since])
})

testTable([
  [countLabel(12_345_678), '12.345.678'],
  [percentLabel(100), '100,0%'],
  [countedText(1, 'clic', 'clics'), '1 clic'],
  [countedText(0, 'clic', 'clics'), '0 clics'],
  [pointsText(2.3), '2,3 pp'],
  [positionLabel('9007199254740993'), '#9.007.199.254.740.993'],
])('figures are written as in Chile', (text, expected) => expect(text).toBe(expected))

test('a mobile can be called and written to, a fixed line only called, and a text leads nowhere', () => {
  expect(phoneLinks('9 8123 4567')).toEqual({
    text: '+56 9 8123 4567',
    tel: 'tel:+56981234567',
    whatsapp: 'https://wa.me/56981234567',
  })
  expect(phoneLinks('(2) 2345 6789')).toMatchObject({ tel: 'tel:+56223456789', whatsapp: undefined })
  expect(phoneLinks('+54 9 11 2345-6789')?.whatsapp).toBe('https://wa.me/5491123456789')
  for (const typed of ['anexo 12', '', 'javascript:alert(1)'])
    expect(phoneLinks(typed), typed).toBeUndefined()
})
