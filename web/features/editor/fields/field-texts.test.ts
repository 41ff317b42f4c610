import { DETAIL_FIELDS, NO_DETAILS } from '@app/contracts/profiles.ts'
import { profileChanges } from '@app/contracts/profile-calls.ts'
import { expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import { testTable } from '../../../../tests/support/every.ts'
import {
  charsMaxOf,
  editsOf,
  textsOf,
  type Texts,
  fieldFaultOf,
  lacksItsPair,
  otherForm,
  warningOf,
  FIELDS_IN_ORDER,
} from './field-texts.ts'

test('every field of a profile is on the screen once', () => {
  expect([...FIELDS_IN_ORDER].toSorted()).toEqual([...DETAIL_FIELDS].toSorted())
})

testTable(DETAIL_FIELDS)(
  'a field takes as many signs as the contract, and says how many are too many',
  (name) => {
    const max = charsMaxOf(name)
    expect(max).toBeGreaterThan(0)
    const over = 'x'.repeat(max + 1)
    expect(profileChanges.safeParse({ [name]: over.slice(1) }).success).toBe(true)
    expect(profileChanges.safeParse({ [name]: over }).success).toBe(false)
    expect(fieldFaultOf(name, over)).toBe(`Máximo ${max} caracteres. Te sobran 1.`)
  },
)

test('the stored form is named if it differs from the typed text', () => {
  expect(otherForm('instagram', '@ana')).toBe('www.instagram.com/ana')
  expect(otherForm('phone', '9 1234 5678')).toBe('+56 9 1234 5678')
  expect(otherForm('whatsapp', 'https://wa.me/56987654321')).toBe('+56 9 8765 4321')
  for (const [name, typed] of [
    ['name', ' Ana '],
    ['bio', 'uno\r\ndos'],
    ['website', 'https://andes.cl'],
    ['phone', '+56 9 1234 5678'],
    ['phone', 'no tengo'],
    ['phone', ''],
  ] as const)
    expect(otherForm(name, typed)).toBeUndefined()
})

test('a fixed line as WhatsApp is warned about, and a message that is not stored', () => {
  expect(warningOf('whatsapp', '2 2345 6789')).toContain('teléfono fijo')
  expect(warningOf('whatsapp', '9 1234 5678')).toBeUndefined()
  expect(warningOf('phone', '2 2345 6789')).toBeUndefined()
  expect(warningOf('whatsapp', 'https://wa.me/56912345678?text=Hola')).toContain('sin texto')
})

test('a link without a title lacks its pair, and the other way around', () => {
  const pairs = [
    ['a', ''],
    ['', 'b'],
    ['a', 'b'],
    [' ', ''],
  ] as const
  expect(pairs.map(([link, title]) => lacksItsPair(link, title))).toEqual([true, true, false, false])
})

const stored = (texts: Partial<Texts> = {}) => ({
  etag: '"1"',
  profile: { ...antonia, ...NO_DETAILS, name: 'Ana', instagram: 'https://www.instagram.com/ana/', ...texts },
})

test('an edit is a text that would be stored differently', () => {
  expect(editsOf(stored(), { name: ' Ana ', instagram: '@ana' })).toEqual({})
  const edits = { name: 'Anaís', phone: 'no tengo' }
  expect(editsOf(stored(), { ...edits, company: '' })).toEqual(edits)
})

test('a text stored before texts were normalised is no edit until somebody types', () => {
  const old = stored({ phone: 'no tengo', website: 'andes.cl' })
  expect(editsOf(old, textsOf(old))).toEqual({})
  expect(editsOf(old, { website: 'andes.com' })).toEqual({ website: 'andes.com' })
})

test('a stored number is shown in groups, which is no edit', () => {
  const shown = stored({ phone: '+56912345678', whatsapp: '+14155550123' })
  expect(textsOf(shown)).toMatchObject({ phone: '+56 9 1234 5678', whatsapp: '+14155550123' })
  expect(editsOf(shown, textsOf(shown))).toEqual({})
})
