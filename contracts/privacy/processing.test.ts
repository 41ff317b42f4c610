import { expect, test } from 'vitest'
import { z } from 'zod'
import { CATALOGUE } from '../events/catalogue.ts'
import { defineEvent } from '../events/define.ts'
import { PERSONAL_FIELDS, PROCESSING } from './processing.ts'

const data = { email: z.string(), shoeSize: z.string() }
const DEFINITIONS = [...CATALOGUE.values()]

test('a personal field names the purpose for which it is kept', () => {
  const { personal, purposes } = defineEvent({ type: 'Bought', data, personal: { email: 'quotation' } })
  expect({ personal, purposes }).toEqual({ personal: ['email'], purposes: { email: 'quotation' } })
})

test('a personal field is refused by the types without a purpose or a name in the record, and by the schema that lacks it', () => {
  // @ts-expect-error: a list of names says no purpose
  expect(() => defineEvent({ type: 'Bought', data, personal: ['email'] })).toThrow('Unrecognized key')
  // @ts-expect-error: the event has no such field
  expect(() => defineEvent({ type: 'Bought', data, personal: { phone: 'quotation' } })).toThrow('phone')
  // @ts-expect-error: no such purpose
  defineEvent({ type: 'Bought', data, personal: { email: 'advertising' } })
  // @ts-expect-error: the record has no name for it
  defineEvent({ type: 'Bought', data, personal: { shoeSize: 'quotation' } })
})

test('each purpose and each name of a field is used by an event', () => {
  const used = DEFINITIONS.flatMap(({ purposes }) => Object.entries(purposes))
  expect(new Set(used.map(([field]) => field))).toEqual(new Set(Object.keys(PERSONAL_FIELDS)))
  expect(new Set(used.map(([, purpose]) => purpose))).toEqual(new Set(Object.keys(PROCESSING)))
})
