import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, type ProfileDetails, type ProfileTheme } from '@app/contracts/profiles/events.ts'
import { describe, expect, test } from 'vitest'
import type { EditProfile } from './profile-editing.ts'
import { profile } from './profile.ts'
import { created } from './testing/profiles.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const edit = (details: EditProfile['details'], theme: EditProfile['theme'] = {}): EditProfile => ({
  type: 'EditProfile',
  details,
  theme,
})
const edited = (changes: Partial<ProfileDetails>, typed: Partial<ProfileDetails> = {}) =>
  ({ type: 'ProfileEdited', data: { changes, typed } }) as const
const themed = (theme: Partial<ProfileTheme>) =>
  ({ type: 'ThemeApplied', data: { theme: { ...DEFAULT_THEME, ...theme } } }) as const

test('editing fields records those that changed, and no others', () =>
  given(profile)(created)
    .when(edit({ ...created.data.details, position: 'Gerente', bio: 'Hola' }))
    .then(edited({ position: 'Gerente', bio: 'Hola' })))

test('editing fields to nothing empties them', () =>
  given(profile)(created)
    .when(edit({ lastname: '', email: '   ' }))
    .then(edited({ lastname: '', email: '' }, { email: '   ' })))

test('editing fields keeps links and phones in one form, with the typed text beside it', () =>
  given(profile)(created)
    .when(edit({ phone: '9 1234 5678', instagram: '@ana.paz', website: 'https://andes.cl', name: ' Anita ' }))
    .then(
      edited(
        {
          phone: '+56912345678',
          instagram: 'https://www.instagram.com/ana.paz/',
          website: 'https://andes.cl',
          name: 'Anita',
        },
        { phone: '9 1234 5678', instagram: '@ana.paz', name: ' Anita ' },
      ),
    ))

test('editing fields to their present values records nothing, however they are typed', () => {
  given(profile)(created).when(edit({})).thenNothing()
  given(profile)(created).when(edit(created.data.details)).thenNothing()
  given(profile)(created)
    .when(edit({ name: ' Ana ', lastname: undefined }))
    .thenNothing()
  given(profile)(created, edited({ phone: '+56912345678' }, { phone: '9 1234 5678' }))
    .when(edit({ phone: '09 12345678' }))
    .thenNothing()
})

test('editing fields that were stored as typed, before there was one form, changes nothing', () => {
  const old = { ...created.data.details, instagram: '@ana.paz', phone: '9 1234 5678' }
  const before: PastEventOf<'ProfileCreated'> = { ...created, data: { ...created.data, details: old } }
  given(profile)(before).when(edit(old)).thenNothing()
  given(profile)(before)
    .when(edit({ instagram: 'https://instagram.com/ana.paz' }))
    .thenNothing()
})

test('editing fields is not prevented by an older, unchanged field that would be refused today', () => {
  const old = { ...created.data.details, phone: '98765432' }
  const before: PastEventOf<'ProfileCreated'> = { ...created, data: { ...created.data, details: old } }
  given(profile)(before)
    .when(edit({ ...old, position: 'Gerente' }))
    .then(edited({ position: 'Gerente' }))
  given(profile)(before)
    .when(edit({ phone: '98765433' }))
    .thenRefused('invalid')
})

test('editing fields is refused as a whole when one of them cannot be taken, and names it', () => {
  const wrong = edit({ position: 'Gerente', website: 'javascript:alert(1)' }, { theme_color: 'dark' })
  given(profile)(created).when(wrong).thenRefused('invalid')
  expect(() => profile.decide(wrong, stateAfter(profile, [created]))).toThrow(
    expect.objectContaining({
      code: 'invalid',
      field: 'website',
      message: 'Escribe una dirección que empiece con https://',
    }),
  )
})

test('editing fields is refused where there is no profile, or none any more', () => {
  given(profile)()
    .when(edit({ name: 'Ana' }))
    .thenRefused('not-found')
  given(profile)(created, { type: 'ProfileDeleted', data: {} })
    .when(edit({ name: 'Ana' }))
    .thenRefused('not-found')
})

test('a theme with its colours is applied whole', () => {
  const warm = {
    theme_color: 'warm',
    background_color: '#fff7ed',
    text_color: '#431407',
    button_color: '#ea580c',
  } as const
  given(profile)(created).when(edit({}, warm)).then(themed(warm))
  given(profile)(created, themed(warm)).when(edit({}, warm)).thenNothing()
})

test('a theme becomes custom with an own colour', () =>
  given(profile)(created)
    .when(edit({}, { button_color: '#123456' }))
    .then(themed({ theme_color: 'custom', button_color: '#123456' })))

test('a theme stays what it is when a colour is set that it has already', () => {
  given(profile)(created)
    .when(edit({}, { button_color: DEFAULT_THEME.button_color }))
    .thenNothing()
  given(profile)(created).when(edit({}, DEFAULT_THEME)).thenNothing()
  given(profile)(created)
    .when(edit({}, { theme_color: undefined, text_color: undefined }))
    .thenNothing()
})

test('a theme stays what it is when its colour is written otherwise', () =>
  given(profile)(created)
    .when(edit({}, { background_color: '#FFF', button_color: '#7cdaf9' }))
    .thenNothing())

test('a theme that is custom stays so with another colour, and ends with a chosen theme', () => {
  const own = themed({ theme_color: 'custom', button_color: '#123456' })
  given(profile)(created, own)
    .when(edit({}, { text_color: '#222222' }))
    .then(themed({ theme_color: 'custom', button_color: '#123456', text_color: '#222222' }))
  given(profile)(created, own)
    .when(edit({}, { theme_color: 'blue' }))
    .then(themed({ theme_color: 'blue', button_color: '#123456' }))
})

describe('editing beside somebody else', () => {
  const change = edit({ position: 'Gerente' })

  test('is accepted at the expected revision', () => {
    given(profile)(created)
      .when({ ...change, expected: 0n })
      .then(edited({ position: 'Gerente' }))
    given(profile)(created, edited({ bio: 'Hola' }))
      .when({ ...change, expected: 1n })
      .then(edited({ position: 'Gerente' }))
  })

  test.each([0n, 2n])('is refused at revision %s, when the profile is at 1', (expected) => {
    const history = given(profile)(created, edited({ bio: 'Hola' }))
    history.when({ ...change, expected }).thenRefused('conflict')
  })
})
