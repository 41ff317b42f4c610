import { NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import { editsOf, textsOf, type Texts } from './edits.ts'

const read = (texts: Partial<Texts> = {}) => ({
  etag: '"1"',
  profile: { ...antonia, ...NO_DETAILS, name: 'Ana', instagram: 'https://www.instagram.com/ana/', ...texts },
})

test('an edit is a text that would be stored differently', () => {
  expect(editsOf(read(), { name: ' Ana ', instagram: '@ana' })).toEqual({})
  const edits = { name: 'Anaís', phone: 'no tengo' }
  expect(editsOf(read(), { ...edits, company: '' })).toEqual(edits)
})

test('a text stored before texts were normalised is no edit until somebody types', () => {
  const old = read({ phone: 'no tengo', website: 'andes.cl' })
  expect(editsOf(old, textsOf(old))).toEqual({})
  expect(editsOf(old, { website: 'andes.com' })).toEqual({ website: 'andes.com' })
})

test('a stored number is shown in groups, which is no edit', () => {
  const stored = read({ phone: '+56912345678', whatsapp: '+14155550123' })
  expect(textsOf(stored)).toMatchObject({ phone: '+56 9 1234 5678', whatsapp: '+14155550123' })
  expect(editsOf(stored, textsOf(stored))).toEqual({})
})
