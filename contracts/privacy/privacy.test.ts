import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testTable } from '../../tests/support/every.ts'
import { ROOT } from '../../tests/support/source-files.ts'
import { CATALOGUE } from '../events/catalogue.ts'
import { defineEvent } from '../events/define.ts'
import { EVENT_NAMES } from '../events/event-names.ts'
import { PRODUCT } from '../product.ts'
import {
  consentText,
  findConsentText,
  IDENTIFY_CONSENT,
  QUOTATION_CONSENT,
  REGISTER_CONSENT,
  SUBSCRIBE_CONSENT,
} from './consents.ts'
import { REMINDER_QUESTION } from '../reminders.ts'
import { privacyWith } from './page.ts'
import { overBefore, RETENTION_DEFAULTS, daysLeft, dueDayOf } from '../limits/periods.ts'

const DOCUMENT = readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8')
/** An event's name, type and purpose, and its fields with what they hold. */
const LINE = /^- \*\*(.+)\*\*, `(\w+)`, `(\w+)`: (.+)$/gm

test('the record of processing has each personal field of each event once, and each purpose with all that the law asks for [PRIV-21]', () => {
  const marked = [...CATALOGUE.values()].flatMap(({ type, personal, purposes }) =>
    personal.map((field) => `${type} ${purposes[field]} ${field}`),
  )
  const lines = [...DOCUMENT.matchAll(LINE)]
  const recorded = lines.flatMap(([, , type, purpose, fields = '']) =>
    fields.split('; ').map((field) => `${type} ${purpose} ${/\S \(`(\w+)`\)$/.exec(field)?.[1]}`),
  )
  expect(marked.length).toBeGreaterThan(25)
  expect(recorded.toSorted()).toEqual(marked.toSorted())
  for (const [, name, type = ''] of lines) expect(name).toBe(EVENT_NAMES.get(type) ?? name)
  for (const purpose of new Set(marked.map((one) => one.split(' ')[1]))) {
    const row = DOCUMENT.split('\n').find((line) => line.startsWith(`| \`${purpose}\``)) ?? ''
    expect(
      row.split('|').filter((cell) => cell.trim() !== ''),
      row,
    ).toHaveLength(7)
  }
})

test('a personal field names a purpose, or the types and the schema refuse it', () => {
  const data = { email: z.string() }
  const { personal, purposes } = defineEvent({ type: 'Bought', data, personal: { email: 'quotation' } })
  expect({ personal, purposes }).toEqual({ personal: ['email'], purposes: { email: 'quotation' } })
  // @ts-expect-error: a list of names says no purpose
  expect(() => defineEvent({ type: 'Bought', data, personal: ['email'] })).toThrow('Unrecognized key')
  // @ts-expect-error: the event has no such field
  expect(() => defineEvent({ type: 'Bought', data, personal: { phone: 'quotation' } })).toThrow('phone')
  // @ts-expect-error: no such purpose
  defineEvent({ type: 'Bought', data, personal: { email: 'advertising' } })
})

test('the page has the twelve elements of article 14 ter, with what the operator states [PRIV-21]', () => {
  const party = {
    responsible: 'Andes SpA',
    representative: 'Rosa Ñancupil',
    address: 'Moneda 1, Santiago',
    transfers: 'A Brasil, con cláusulas modelo.',
    inForceFrom: '2027-06-01',
  }
  const { sections } = privacyWith({ ...RETENTION_DEFAULTS, ...party })
  const { items } = sections.find(({ id }) => id === 'ley')!
  expect(new Set(items.map(({ name }) => name)).size).toBe(12)
  const text = items.map((item) => item.text).join('\n')
  const { inForceFrom: _, ...stated } = party
  for (const part of [...Object.values(stated), PRODUCT.supportEmail, '/mis-datos', 'el 1 de junio de 2027'])
    expect(text).toContain(part)
})

const OWNER = 'Antonia Rivas'

testTable([
  [IDENTIFY_CONSENT, `${OWNER}, responsable de est`],
  [SUBSCRIBE_CONSENT, `${OWNER}, responsable de est`],
  [REGISTER_CONSENT, `${PRODUCT.name}, responsable de estos datos`],
  [QUOTATION_CONSENT, `${PRODUCT.name}, responsable de estos datos`],
])('a consent names who is responsible, and the platform', (version, responsible) => {
  const text = consentText(version, OWNER)
  expect([text, text]).toEqual([expect.stringContaining(responsible), expect.stringContaining(PRODUCT.name)])
})

test('former texts of consent are found by their version [PRIV-9]', () => {
  expect(findConsentText('identify-2026-11', OWNER)).toBe(
    `Al confirmar, aceptas que ${OWNER} reciba estos datos para saber quién eres. ${PRODUCT.name} los guarda por su encargo. Para borrarlos, escribe a ${PRODUCT.supportEmail}.`,
  )
  expect(findConsentText('register-2026-11', '')).toMatch(/^Al crear tu cuenta, aceptas que/)
})

test('whoever agreed under a version was asked its question, which proofs repeat [PRIV-9]', () => {
  expect([SUBSCRIBE_CONSENT, REMINDER_QUESTION]).toEqual([
    'subscribe-2026-11-21',
    '¿Te lo recuerdo en 7 días?',
  ])
})

testTable(['v1', 'quotation-2026-11', 'toString', '__proto__', ''])(
  'an unknown version has no text',
  (version) => {
    expect(findConsentText(version, OWNER)).toBeUndefined()
  },
)

testTable([
  // The day in Santiago counts: at 02:00Z it is still the day before.
  ['2026-11-20T02:00:00Z', '2026-12-19', '2027-01-18'],
  ['2026-11-20T12:00:00Z', '2026-12-20', '2027-01-19'],
  ['2027-12-31T12:00:00Z', '2028-01-30', '2028-02-29'],
  // Over both clock changes of 2027.
  ['2027-03-20T12:00:00Z', '2027-04-19', '2027-05-19'],
  ['2027-08-20T12:00:00Z', '2027-09-19', '2027-10-19'],
])('a request is due after thirty days, prolonged after sixty', (receivedAt, due, prolonged) => {
  const asked = { kind: 'access', receivedAt } as const
  expect([dueDayOf(asked, false), dueDayOf(asked, true)]).toEqual([due, prolonged])
})

testTable([
  ['2026-11-18T15:00:00Z', '2026-11-20'],
  ['2026-11-20T15:00:00Z', '2026-11-24'],
  ['2026-11-21T15:00:00Z', '2026-11-24'],
  // In Santiago it is still Thursday.
  ['2026-11-20T02:00:00Z', '2026-11-23'],
])('a block is due after two days from Monday to Friday [PRIV-17]', (receivedAt, due) => {
  expect(dueDayOf({ kind: 'blocking', receivedAt }, true)).toBe(due)
})

testTable([
  ['2027-04-19T03:59:59.999Z', 1],
  ['2027-04-19T04:00:00Z', 0],
  ['2027-04-20T03:59:59.999Z', 0],
  ['2027-04-20T04:00:00Z', -1],
])('a request is late from the first second of the day after', (now, left) => {
  expect(daysLeft('2027-04-19', Date.parse(now))).toBe(left)
})

const isOver = (from: string, months: number, now: string): boolean =>
  Date.parse(from) < overBefore(months, Date.parse(now)).getTime()

describe('a period is over from the first instant of the day after its last [PRIV-18]', () => {
  testTable([
    // Summer time: midnight in Santiago is 03:00Z.
    ['2026-11-24T23:00:00Z', 24, '2028-11-25T03:00:00.000Z'],
    ['2026-11-24T03:00:00Z', 24, '2028-11-25T03:00:00.000Z'],
    // It is still the 23rd in Santiago.
    ['2026-11-24T02:59:59.999Z', 24, '2028-11-24T03:00:00.000Z'],
    // A leap day has an end in every year.
    ['2028-02-29T15:00:00Z', 12, '2029-03-01T03:00:00.000Z'],
    ['2028-02-28T15:00:00Z', 12, '2029-03-01T03:00:00.000Z'],
    ['2027-02-28T15:00:00Z', 12, '2028-02-29T03:00:00.000Z'],
    ['2026-08-31T15:00:00Z', 6, '2027-03-01T03:00:00.000Z'],
    // Clocks go back on 4 April 2027 at 03:00Z, a day of 25 hours, and from then on midnight is 04:00Z.
    ['2026-04-03T15:00:00Z', 12, '2027-04-04T04:00:00.000Z'],
    ['2026-04-02T15:00:00Z', 12, '2027-04-03T03:00:00.000Z'],
    // Clocks go forward on 5 September 2027 at 04:00Z, which has no midnight.
    ['2026-09-04T15:00:00Z', 12, '2027-09-05T04:00:00.000Z'],
    ['2026-09-05T15:00:00Z', 12, '2027-09-06T03:00:00.000Z'],
  ])('is over with its last day in Santiago', (from, months, over) => {
    const before = new Date(Date.parse(over) - 1).toISOString()
    expect([isOver(from, months, before), isOver(from, months, over)]).toEqual([false, true])
  })
})
