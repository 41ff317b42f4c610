import { expect, test } from 'vitest'
import { dateText, dayTitle, endOfMinuteMs, minuteLabel, timeWithSeconds } from './exact-time.ts'

const AT = Date.parse('2026-11-20T17:05:31.000Z')

test('an instant is that of Santiago, to the minute or the second', () => {
  expect([minuteLabel(AT), timeWithSeconds(AT)]).toEqual(['20-11-2026 14:05', '14:05:31'])
  expect(minuteLabel(Date.parse('2026-07-01T03:30:00.000Z'))).toBe('30-06-2026 23:30')
})

test('a date is that of Santiago', () => {
  expect(dateText('2026-11-20T10:00:00.000Z')).toBe('20-11-2026')
  expect(dateText(Date.parse('2026-03-01T02:30:00.000Z'))).toBe('28-02-2026')
})

test.each([
  ['2026-11-20', 'Hoy, viernes 20-11-2026'],
  ['2026-11-19', 'Ayer, jueves 19-11-2026'],
  ['2026-10-28', 'Miércoles 28-10-2026'],
])('the day %s is titled «%s»', (day, title) => {
  expect(dayTitle(day, '2026-11-20')).toBe(title)
})

test.each([
  ['2026-11-20', '14:05', '2026-11-20T17:05:59.999Z'],
  ['2026-07-01', '00:00', '2026-07-01T04:00:59.999Z'],
])('%s %s in Santiago ends at %s', (day, time, instant) => {
  expect(endOfMinuteMs(day, time)).toBe(Date.parse(instant))
})

test('of a minute that comes twice the later one is meant, and a skipped one is an hour later', () => {
  // Clocks go back from 24:00 on 4 April 2026, and forward from 24:00 on 5 September 2026.
  expect(endOfMinuteMs('2026-04-04', '23:30')).toBe(Date.parse('2026-04-05T03:30:59.999Z'))
  expect(minuteLabel(endOfMinuteMs('2026-09-06', '00:30')!)).toBe('06-09-2026 01:30')
})

test.each([
  ['', '18:00'],
  ['2026-10-03', ''],
])('without day or time there is no instant: «%s» «%s»', (day, time) => {
  expect(endOfMinuteMs(day, time)).toBeUndefined()
})
