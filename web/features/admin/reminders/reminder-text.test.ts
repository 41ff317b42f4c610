import { expect, test } from 'vitest'
import { reminderText } from './reminder-text.ts'

const AT = '2026-11-20T12:00:00.000Z'
const BEFORE = Date.parse(AT) - 1
const THEN = Date.parse(AT)

test.each([
  [true, AT, THEN, 'Enviado el 20-11-2026'],
  [true, null, THEN, 'Enviado'],
  [false, AT, BEFORE, 'Sale el 20-11-2026'],
  // Due, and the service has not come to it yet.
  [false, AT, THEN, 'Pendiente'],
  [false, null, THEN, 'No se envía'],
])('sent: %s, at %s: at %d it says «%s»', (isSent, at, nowMs, text) => {
  expect(reminderText({ isSent, at }, nowMs)).toBe(text)
})

test('the day is that of Santiago', () => {
  expect(reminderText({ isSent: true, at: '2026-11-20T02:30:00.000Z' }, THEN)).toBe('Enviado el 19-11-2026')
})
