import { expect, test } from 'vitest'
import { doneAt } from './subscribe-routes.ts'

test('the answer to a wish for a reminder names the day of its mail, in Santiago', () => {
  const first = { days: 7, fromHour: 9, toHour: 20 }
  const said = 'Listo. Te escribiremos en 7 días. Será el viernes 4 de diciembre.'
  expect(doneAt(Date.parse('2026-11-27T15:00:00Z'), first)).toBe(said)
  expect(doneAt(Date.parse('2026-11-28T02:59:00Z'), first)).toBe(said)
  expect(doneAt(Date.parse('2026-11-28T03:00:00Z'), { ...first, days: 1 })).toBe(
    'Listo. Te escribiremos en 1 día. Será el domingo 29 de noviembre.',
  )
})
