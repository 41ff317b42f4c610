import { expect, test } from 'vitest'
import { blocked, mailbox, quotation, reminder } from '../testing/mailbox-fixtures.ts'
import { daysApart, everythingText, keptTitle, thingName } from './kept-texts.ts'

test.each([
  [reminder, 'el recordatorio de Antonia Rivas'],
  [{ kind: 'reminder', title: 'Recordatorio de \u2068ליאת\u2069' }, 'el recordatorio de \u2068ליאת\u2069'],
  [blocked, 'la cotización del 03-09-2026'],
  [{ kind: 'account', title: 'Cuenta de siempre' }, 'la cuenta de siempre'],
  [{ kind: 'account', title: 'Tus perfiles' }, '«Tus perfiles»'],
  [{ kind: 'visitor', title: 'Lo que dejaste a Antonia' }, '«Lo que dejaste a Antonia»'],
] as const)('%s is named within a sentence', (thing, name) => expect(thingName(thing)).toBe(name))

const account = { ...reminder, kind: 'account' } as const
const visitor = { ...reminder, kind: 'visitor' } as const

test.each([
  [[reminder], 'el recordatorio'],
  [[reminder, quotation, blocked], 'el recordatorio y las dos cotizaciones'],
  [
    [visitor, visitor, visitor, account, reminder],
    'el recordatorio, tu cuenta y lo que dejaste en tres tarjetas',
  ],
  [Array.from({ length: 11 }, () => reminder), 'los 11 recordatorios'],
])('all that goes is counted by kind', (things, text) =>
  expect(everythingText({ things, things_total: things.length })).toBe(text),
)

test('of more than is shown only the number is said', () =>
  expect(everythingText({ ...mailbox, things_total: 312 })).toBe('las 312 cosas que guardamos de ti'))

test('one thing is counted in the singular', () =>
  expect([keptTitle(1), keptTitle(3)]).toEqual(['Guardamos 1 cosa de ti', 'Guardamos 3 cosas de ti']))

test('days of a sentence stand apart, so that they can be bold', () => {
  expect(daysApart(reminder.until)).toEqual(['Hasta el ', '12-11-2027', ' si no vuelves a usarlo.'])
  expect(daysApart('Hasta 12 meses después de terminar.')).toHaveLength(1)
})
