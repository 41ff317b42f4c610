import { expect, test } from 'vitest'
import { dateText } from './date-text.ts'

test('a date is that of Santiago, without punctuation', () => {
  expect(dateText('2026-11-20T10:00:00.000Z')).toBe('20 nov 2026')
  expect(dateText('2026-03-01T02:30:00.000Z')).toBe('28 feb 2026')
})
