import { NO_DETAILS } from '@app/contracts/events/profile-events.ts'
import { expect, test } from 'vitest'
import { antonia } from '../../../testing/fixtures.ts'
import type { VersionedProfile } from '../profile-api.ts'
import { differencesOf, onlyTheirs, refusedBy, withoutClashes } from './conflict.ts'
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

test('a newer state that touches no edited field replaces the compared one', () => {
  const newest = read(2, { company: 'Andes' })
  const after = rebased(typed({ name: 'Anaís' }), newest)
  expect(after.base).toBe(newest)
  expect([editedTextOf(after, 'name'), editedTextOf(after, 'company')]).toEqual(['Anaís', 'Andes'])
})

test('a clash keeps the older ETag and text, and shows all other fields as they are now', () => {
  const after = rebased(typed({ name: 'Anaís' }), read(2, { name: 'Anita', company: 'Andes' }))
  expect(after.base).toMatchObject({ etag: '"1"', profile: { name: 'Ana', company: 'Andes' } })
  expect(editedTextOf(after, 'name')).toBe('Anaís')
})

test('a clash is over once the field has the other session’s text', () => {
  const newest = read(2, { name: 'Anita' })
  const after = withTyped(rebased(typed({ name: 'Anaís' }), newest), { name: 'Anita' })
  expect([after.base, editsOf(after)]).toEqual([newest, {}])
})

test('the same change in both sessions is no clash', () => {
  const newest = read(2, { instagram: 'https://www.instagram.com/ana.paz/' })
  expect(rebased(typed({ instagram: '@ana.paz' }), newest).base).toBe(newest)
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

test('a conflict names both versions of a field that both changed, and the fields that only the other did', () => {
  const met = conflictOf(
    { name: 'Anaís', instagram: '@paz' },
    read(2, { name: 'Anita', company: 'Andes', bio: 'Hola' }),
  )
  expect(refusedBy(met)).toBe('conflict')
  expect(differencesOf(met)).toEqual([{ name: 'name', mine: 'Anaís', theirs: 'Anita' }])
  expect(onlyTheirs(met)).toEqual(['company', 'bio'])
  expect(withoutClashes({ name: 'Anaís', instagram: '@paz' }, met)).toEqual({ instagram: '@paz' })
})

test('my version is shown as it would be stored', () => {
  const met = conflictOf({ instagram: '@paz' }, read(2, { instagram: '' }))
  expect(differencesOf(met)).toEqual([
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
