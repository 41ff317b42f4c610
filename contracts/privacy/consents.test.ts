import { expect, test } from 'vitest'
import {
  consentText,
  findConsentText,
  IDENTIFY_CONSENT,
  QUOTATION_CONSENT,
  REGISTER_CONSENT,
  SUBSCRIBE_CONSENT,
} from './consents.ts'
import { PRODUCT } from '../product.ts'
import { REMINDER_QUESTION } from '../reminders/reminder-days.ts'
import { testTable } from '../../tests/support/every.ts'

const OWNER = 'Antonia Rivas'

test.each([IDENTIFY_CONSENT, SUBSCRIBE_CONSENT] as const)(
  '%s names the owner of the card as responsible, and the platform as processor',
  (version) => {
    const text = consentText(version, OWNER)
    expect(text).toContain(`${OWNER}, responsable de est`)
    expect(text).toMatch(new RegExp(`${PRODUCT.name} (?:los|lo) guarda .*por su encargo`))
  },
)

test.each([REGISTER_CONSENT, QUOTATION_CONSENT] as const)(
  '%s names the platform as responsible',
  (version) => {
    expect(consentText(version)).toContain(`${PRODUCT.name}, responsable de estos datos`)
  },
)

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
