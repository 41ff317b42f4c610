import { expect, test } from 'vitest'
import { typedTime } from './TimeField.tsx'

test.each([
  ['14:05', '14:05'],
  ['1405', '14:05'],
  ['14.05', '14:05'],
  ['14:05 h', '14:05'],
  ['9:30', '09:30'],
  ['18', '18:00'],
  ['00:00', '00:00'],
  ['2:05 p. m.', '14:05'],
  ['12:30 am', '00:30'],
  ['2:05\u00a0p.\u00a0m.', '14:05'],
  ['14:05:00', '14:05'],
  ['14:05 horas', '14:05'],
])('«%s» is typed for %s', (typed, time) => expect(typedTime(typed)).toBe(time))

test.each(['', '24:00', '14:60', '13:00 pm', '1:2', 'mediodía'])('«%s» is no time', (typed) =>
  expect(typedTime(typed)).toBeUndefined(),
)
