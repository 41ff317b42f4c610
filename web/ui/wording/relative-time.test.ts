import { expect, test } from 'vitest'
import { agoText, instantText, sinceText } from './relative-time.ts'

const AT = Date.parse('2026-11-20T17:05:00.000Z')
const after = (seconds: number) => agoText(AT, AT + seconds * 1_000)

test('a recent instant is now, then its age is shown more and more roughly', () => {
  expect([0, 4, 5, 12, 59, 60, 119, 3_599, 3_600, 86_399].map(after)).toEqual([
    'ahora',
    'ahora',
    '5 s',
    '12 s',
    '59 s',
    '1 min',
    '1 min',
    '59 min',
    '1 h',
    '23 h',
  ])
})

test('an instant older than a day has its date in Santiago', () => {
  expect(after(86_400)).toBe('20-11-2026')
  expect(agoText(Date.parse('2026-11-20T02:30:00Z'), AT + 90_000_000)).toBe('19-11-2026')
})

test('an age within a sentence says hace, a date does not', () => {
  expect([0, 240, 86_399, 86_400].map((seconds) => sinceText(AT, AT + seconds * 1_000))).toEqual([
    'ahora',
    'hace 4 min',
    'hace 23 h',
    '20-11-2026',
  ])
})

test('an instant in the future of a slow clock is now', () => {
  expect(after(-90)).toBe('ahora')
})

test('the instant in full is shown by the clock of Santiago', () => {
  expect(instantText(AT)).toBe('20-11-2026 14:05')
})

test('an invalid instant is a dash', () => {
  expect([agoText(Number.NaN, AT), instantText(Number.NaN)]).toEqual(['–', '–'])
})
