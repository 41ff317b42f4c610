import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, type ProfileDetails, type ProfileTheme } from '@app/contracts/profiles/events.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import type { EditProfile } from './profile-editing.ts'
import { restoredFrom, type RestoreVersion } from './profile-restoring.ts'
import { profile, type CreatedProfile } from './profile.ts'
import { created } from './testing/profiles.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const { details } = created.data
const edit = (changes: EditProfile['details'], theme: EditProfile['theme'] = {}): EditProfile => ({
  type: 'EditProfile',
  details: changes,
  theme,
})
const edited = (changes: Partial<ProfileDetails>, typed: Partial<ProfileDetails> = {}) =>
  ({ type: 'ProfileEdited', data: { changes, typed } }) as const
const themed = (theme: Partial<ProfileTheme>) =>
  ({ type: 'ThemeApplied', data: { theme: { ...DEFAULT_THEME, ...theme } } }) as const
const deleted = { type: 'ProfileDeleted', data: {} } as const
const withDetails = (more: Partial<ProfileDetails>): PastEventOf<'ProfileCreated'> => ({
  ...created,
  data: { ...created.data, details: { ...details, ...more } },
})
const after = given(profile)

test('editing fields records those that changed, in one form with the typed text beside it', () => {
  after(created)
    .when(edit({ ...details, position: 'Gerente', bio: 'Hola' }))
    .then(edited({ position: 'Gerente', bio: 'Hola' }))
  after(created)
    .when(edit({ lastname: '', email: '   ' }))
    .then(edited({ lastname: '', email: '' }, { email: '   ' }))
  after(created)
    .when(edit({ phone: '9 1234 5678', website: 'https://andes.cl', name: ' Anita ' }))
    .then(
      edited(
        { phone: '+56912345678', website: 'https://andes.cl', name: 'Anita' },
        { phone: '9 1234 5678', name: ' Anita ' },
      ),
    )
})

test('editing fields to their present values records nothing, however they are typed or were stored', () => {
  for (const same of [{}, details, { name: ' Ana ', lastname: undefined }])
    after(created).when(edit(same)).thenNothing()
  after(created, edited({ phone: '+56912345678' }, { phone: '9 1234 5678' }))
    .when(edit({ phone: '09 12345678' }))
    .thenNothing()
  const before = withDetails({ instagram: '@ana.paz', phone: '9 1234 5678' })
  after(before).when(edit(before.data.details!)).thenNothing()
  after(before)
    .when(edit({ instagram: 'https://instagram.com/ana.paz' }))
    .thenNothing()
})

test('editing fields is not prevented by an older, unchanged field that would be refused today', () => {
  const before = withDetails({ phone: '98765432' })
  after(before)
    .when(edit({ ...before.data.details, position: 'Gerente' }))
    .then(edited({ position: 'Gerente' }))
  after(before)
    .when(edit({ phone: '98765433' }))
    .thenRefused('invalid')
})

test('editing fields is refused as a whole when one of them cannot be taken, and names it', () => {
  const wrong = edit({ position: 'Gerente', website: 'javascript:alert(1)' }, { theme_color: 'dark' })
  expect(() => profile.decide(wrong, stateAfter(profile, [created]))).toThrow(
    expect.objectContaining({
      code: 'invalid',
      field: 'website',
      message: 'Escribe una dirección que empiece con https://',
    }),
  )
})

const warm = {
  theme_color: 'warm',
  background_color: '#fff7ed',
  text_color: '#431407',
  button_color: '#ea580c',
} as const
const own = { theme_color: 'custom', button_color: '#123456' } as const

testTable<
  readonly [before: Partial<ProfileTheme>, chosen: EditProfile['theme'], theme?: Partial<ProfileTheme>]
>([
  [{}, warm, warm],
  [warm, warm],
  [{}, { button_color: '#123456' }, own],
  [{}, DEFAULT_THEME],
  [{}, { theme_color: undefined, text_color: undefined }],
  [{}, { background_color: '#FFF', button_color: '#7cdaf9' }],
  [own, { text_color: '#222222' }, { ...own, text_color: '#222222' }],
  [own, { theme_color: 'blue' }, { theme_color: 'blue', button_color: '#123456' }],
])(
  'a theme is applied whole, becomes custom with an own colour, and ends with a chosen one',
  (before, chosen, theme) => {
    const outcome = after(created, themed(before)).when(edit({}, chosen))
    if (theme === undefined) outcome.thenNothing()
    else outcome.then(themed(theme))
  },
)

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

test('restoring a version names it, and gives each field that differs its text of then, once', () => {
  after(created, edited({ position: 'Gerente', bio: 'Hola' }), edited({ position: 'Directora' }))
    .when(restore({ position: 'Gerente', bio: 'Hola' }))
    .then(edited({ position: 'Gerente' }), restored)
  after(created).when(restore()).thenNothing()
  const command = restore({ bio: 'Hola' }, { theme_color: 'dark' })
  const events = [edited({ bio: 'Hola' }), themed({ theme_color: 'dark' }), restored] as const
  after(created)
    .when(command)
    .then(...events)
  after(created, ...events)
    .when(command)
    .thenNothing()
})

test('restoring a version sets the theme whole: colours beside a preset do not make it an own theme', () =>
  after(created, themed({ theme_color: 'dark', button_color: '#123456' }))
    .when(restore({}, { theme_color: 'dark' }))
    .then(themed({ theme_color: 'dark' }), restored))

test('restoring a version leaves a field as it is where its text of then breaks a rule of today', () => {
  const old = { ...details, phone: '98765432', name: 'x'.repeat(200), bio: 'Hola' }
  const present = [withDetails(old), edited({ phone: '+56912345678', name: 'Ana', bio: 'Chao' })] as const
  after(...present)
    .when(restore(old))
    .then(edited({ bio: 'Hola' }), restored)
  const past = { details: old, theme: DEFAULT_THEME }
  const { refused } = restoredFrom(past, stateAfter(profile, present) as CreatedProfile)
  expect(refused).toEqual(['name', 'phone'])
})

test('restoring a version stores a text of before the one form in that form', () => {
  const first = withDetails({ instagram: '@ana.paz' })
  const page = 'https://www.instagram.com/ana.paz/'
  after(first, edited({ instagram: '' }))
    .when(restore({ instagram: '@ana.paz' }))
    .then(edited({ instagram: page }), restored)
  after(first, edited({ instagram: page }))
    .when(restore({ instagram: '@ana.paz' }))
    .thenNothing()
})

testTable([edit({ position: 'Gerente' }), restore()])(
  'a change beside another session’s, after a deletion, or of no profile is refused [SCR-2]',
  (change) => {
    for (const expected of [0n, 2n])
      after(created, edited({ bio: 'Hola' }))
        .when({ ...change, expected })
        .thenRefused('conflict')
    const state = stateAfter(profile, [created, edited({ bio: 'Hola' })])
    expect(profile.decide({ ...change, expected: 1n }, state)).not.toEqual([])
    after(created, deleted).when(change).thenRefused('not-found')
    after().when(change).thenRefused('not-found')
  },
)
