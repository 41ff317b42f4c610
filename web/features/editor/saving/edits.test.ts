import { NO_DETAILS } from '@app/contracts/events/profile-events.ts'
import { expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { otherTextsOf, refusedBy } from './conflict.ts'
import { editingOf, editsOf, rebased, savedWith, editedTextOf, withTyped, type Texts } from './edits.ts'

const read = (revision: number, texts: Texts = {}): VersionedProfile => ({
  etag: `"${revision}"`,
  profile: { ...antonia, ...NO_DETAILS, name: 'Ana', instagram: 'https://www.instagram.com/ana/', ...texts },
})

const typed = (texts: Texts, base = read(1)) => withTyped(editingOf(base), texts)

test('an edit is a text that would be stored differently', () => {
  expect(editsOf(typed({ name: ' Ana ', instagram: '@ana' }))).toEqual({})
  expect(editsOf(typed({ name: 'Anaís', phone: 'no tengo' }))).toEqual({ name: 'Anaís', phone: 'no tengo' })
})

test('a text stored before texts were normalised is no edit until somebody types', () => {
  const old = read(1, { phone: 'no tengo', website: 'andes.cl' })
  expect(editsOf(editingOf(old))).toEqual({})
  expect(editsOf(typed({ phone: 'no tengo', website: 'andes.cl' }, old))).toEqual({})
  expect(editsOf(typed({ website: 'andes.com' }, old))).toEqual({ website: 'andes.com' })
})

test('a newer state is taken over where it has no other texts, or where nothing is unsaved', () => {
  const sameTexts = read(2)
  expect(rebased(typed({ name: 'Anaís' }), sameTexts)).toMatchObject({
    base: sameTexts,
    typed: { name: 'Anaís' },
  })
  const newest = read(2, { company: 'Andes' })
  expect(rebased(typed({ name: ' Ana ' }), newest)).toEqual(editingOf(newest))
})

test('unsaved texts keep the state that they were typed over, until they are as before', () => {
  const newest = read(2, { company: 'Andes' })
  const after = rebased(typed({ name: 'Anaís' }), newest)
  expect([after.base.etag, editedTextOf(after, 'name')]).toEqual(['"1"', 'Anaís'])
  expect(withTyped(after, { name: 'Ana' })).toEqual(editingOf(newest))
})

test('after saving, only what was typed meanwhile is left', () => {
  const editing = typed({ name: 'Anaís', company: 'Andes N', instagram: '@paz' })
  const saved = read(2, { name: 'Anaís', company: 'Andes', instagram: 'https://www.instagram.com/paz/' })
  const after = savedWith(editing, { name: 'Anaís', company: 'Andes', instagram: '@paz' }, saved)
  expect([editedTextOf(after, 'instagram'), editsOf(after)]).toEqual([
    'https://www.instagram.com/paz/',
    { company: 'Andes N' },
  ])
})

const conflictOf = (edits: Texts, theirs: VersionedProfile) => ({ base: read(1), edits, theirs })

test('a conflict names what the other session changed, beside my version as it would be stored', () => {
  const met = conflictOf({ name: 'Anaís', instagram: '@paz' }, read(2, { instagram: '', company: 'Andes' }))
  expect(refusedBy(met)).toBe('conflict')
  expect(otherTextsOf(met)).toEqual([
    { name: 'company', mine: undefined, theirs: 'Andes' },
    { name: 'instagram', mine: 'https://www.instagram.com/paz/', theirs: '' },
  ])
})

test('a refused ETag is no conflict when the change is there already, or when no text has changed', () => {
  expect(
    refusedBy(conflictOf({ instagram: '@paz' }, read(2, { instagram: 'https://www.instagram.com/paz/' }))),
  ).toBe('saved')
  expect(refusedBy(conflictOf({ name: 'Anaís' }, read(2)))).toBe('unrelated')
})

test('a stored number is shown in groups, which is no edit', () => {
  const stored = read(1, { phone: '+56912345678', whatsapp: '+14155550123' })
  const now = editingOf(stored)
  expect([editedTextOf(now, 'phone'), editedTextOf(now, 'whatsapp')]).toEqual([
    '+56 9 1234 5678',
    '+14155550123',
  ])
  expect(editsOf(typed({ phone: '+56 9 1234 5678' }, stored))).toEqual({})
})
