import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, type ProfileDetails, type ProfileTheme } from '@app/contracts/profiles/events.ts'
import { expect, test } from 'vitest'
import { restoredFrom, type RestoreVersion } from './profile-restoring.ts'
import { profile, type CreatedProfile } from './profile.ts'
import { created } from './testing/profiles.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const { details } = created.data
const THEN = { version: 1, at: '2026-10-03T20:52:00.000Z' }
const restored = { type: 'ProfileVersionRestored', data: THEN } as const
const restore = (
  changed: Partial<ProfileDetails> = {},
  theme: Partial<ProfileTheme> = {},
): RestoreVersion => ({
  type: 'RestoreVersion',
  ...THEN,
  details: { ...details, ...changed },
  theme: { ...DEFAULT_THEME, ...theme },
})
const edited = (changes: Partial<ProfileDetails>) =>
  ({ type: 'ProfileEdited', data: { changes, typed: {} } }) as const
const themed = (theme: Partial<ProfileTheme>) =>
  ({ type: 'ThemeApplied', data: { theme: { ...DEFAULT_THEME, ...theme } } }) as const

test('restoring a version names the version, and gives each field that differs its text of then, and no other', () =>
  given(profile)(created, edited({ position: 'Gerente', bio: 'Hola' }), edited({ position: 'Directora' }))
    .when(restore({ position: 'Gerente', bio: 'Hola' }))
    .then(restored, edited({ position: 'Gerente' })))

test('restoring a version that does not differ records nothing, nor does restoring it twice', () => {
  given(profile)(created).when(restore()).thenNothing()
  const events = profile.decide(
    restore({ bio: 'Hola' }, { theme_color: 'dark' }),
    stateAfter(profile, [created]),
  )
  expect(events).toEqual([restored, edited({ bio: 'Hola' }), themed({ theme_color: 'dark' })])
  given(profile)(created, ...events)
    .when(restore({ bio: 'Hola' }, { theme_color: 'dark' }))
    .thenNothing()
})

test('restoring a version sets the theme whole: colours beside a preset do not make it an own theme', () =>
  given(profile)(created, themed({ theme_color: 'dark', button_color: '#123456' }))
    .when(restore({}, { theme_color: 'dark' }))
    .then(restored, themed({ theme_color: 'dark' })))

test('restoring a version leaves a field as it is where its text of then breaks a rule of today', () => {
  const old = { ...details, phone: '98765432', name: 'x'.repeat(200), bio: 'Hola' }
  const first: PastEventOf<'ProfileCreated'> = { ...created, data: { ...created.data, details: old } }
  const present = [first, edited({ phone: '+56912345678', name: 'Ana', bio: 'Chao' })] as const
  given(profile)(...present)
    .when(restore(old))
    .then(restored, edited({ bio: 'Hola' }))
  const past = { details: old, theme: DEFAULT_THEME }
  expect(restoredFrom(past, stateAfter(profile, present) as CreatedProfile).refused).toEqual([
    'name',
    'phone',
  ])
})

test('restoring a version stores a text of before the one form in that form', () => {
  const first: PastEventOf<'ProfileCreated'> = {
    ...created,
    data: { ...created.data, details: { ...details, instagram: '@ana.paz' } },
  }
  given(profile)(first, edited({ instagram: '' }))
    .when(restore({ instagram: '@ana.paz' }))
    .then(restored, edited({ instagram: 'https://www.instagram.com/ana.paz/' }))
  given(profile)(first, edited({ instagram: 'https://www.instagram.com/ana.paz/' }))
    .when(restore({ instagram: '@ana.paz' }))
    .thenNothing()
})

test('restoring a version is refused beside another session’s change [SCR-2]', () => {
  const history = given(profile)(created, edited({ bio: 'Hola' }))
  history.when({ ...restore(), expected: 0n }).thenRefused('conflict')
  history.when({ ...restore(), expected: 1n }).then(restored, edited({ bio: '' }))
})

test('restoring a version is refused after a deletion, and where there was never a profile', () => {
  given(profile)(created, { type: 'ProfileDeleted', data: {} })
    .when(restore({ bio: 'Hola' }))
    .thenRefused('not-found')
  given(profile)().when(restore()).thenRefused('not-found')
})
