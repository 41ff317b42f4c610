import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, type ProfileDetails, type ProfileTheme } from '@app/contracts/profiles.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { decides, stateAfter } from '../kernel/testing/specification.ts'
import type { EditProfile } from './profile-editing.ts'
import { restoredFrom, type RestoreVersion } from './profile-restoring.ts'
import { profile, type CreatedProfile } from './profile.ts'
import { created } from './testing/profiles.ts'

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
const decide = decides(profile)

const TYPED = { phone: '9 1234 5678', name: ' Anita ' }
const OLD = withDetails({ instagram: '@ana.paz', phone: '9 1234 5678' })
/** It would be refused today. */
const BROKEN = withDetails({ phone: '98765432' })

decide('editing fields records those that change, in one form with the typed text beside it', [
  [
    [created],
    edit({ ...details, position: 'Gerente', bio: 'Hola' }),
    [edited({ position: 'Gerente', bio: 'Hola' })],
  ],
  [[created], edit({ lastname: '', email: '   ' }), [edited({ lastname: '', email: '' }, { email: '   ' })]],
  [
    [created],
    edit({ ...TYPED, website: 'https://andes.cl' }),
    [edited({ phone: '+56912345678', website: 'https://andes.cl', name: 'Anita' }, TYPED)],
  ],
  // A value that is there already, however it is typed or was stored.
  ...[{}, details, { name: ' Ana ', lastname: undefined }].map(
    (same) => [[created], edit(same), []] as const,
  ),
  [
    [created, edited({ phone: '+56912345678' }, { phone: '9 1234 5678' })],
    edit({ phone: '09 12345678' }),
    [],
  ],
  [[OLD], edit(OLD.data.details!), []],
  [[OLD], edit({ instagram: 'https://instagram.com/ana.paz' }), []],
  [[BROKEN], edit({ ...BROKEN.data.details, position: 'Gerente' }), [edited({ position: 'Gerente' })]],
  [[BROKEN], edit({ phone: '98765433' }), 'invalid'],
])

test('editing fields is refused as a whole when one of them cannot be taken, and names it', () => {
  const wrong = edit({ position: 'Gerente', website: 'javascript:alert(1)' }, { theme_color: 'dark' })
  const message = 'Escribe una dirección que empiece con https://'
  expect(() => profile.decide(wrong, stateAfter(profile, [created]))).toThrow(
    expect.objectContaining({ code: 'invalid', field: 'website', message }),
  )
})

const warm = {
  theme_color: 'warm',
  background_color: '#fff7ed',
  text_color: '#431407',
  button_color: '#ea580c',
} as const
const own = { theme_color: 'custom', button_color: '#123456' } as const
const DARK = themed({ theme_color: 'dark' })

decide('a theme is applied whole, becomes custom with an own colour, and ends with a chosen one', [
  [[created], edit({}, warm), [themed(warm)]],
  [[created, themed(warm)], edit({}, warm), []],
  [[created], edit({}, { button_color: '#123456' }), [themed(own)]],
  [[created], edit({}, DEFAULT_THEME), []],
  [[created], edit({}, { theme_color: undefined, text_color: undefined }), []],
  [[created], edit({}, { background_color: '#FFF', button_color: '#7cdaf9' }), []],
  [[created, themed(own)], edit({}, { text_color: '#222222' }), [themed({ ...own, text_color: '#222222' })]],
  [
    [created, themed(own)],
    edit({}, { theme_color: 'blue' }),
    [themed({ theme_color: 'blue', button_color: '#123456' })],
  ],
])

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
const first = withDetails({ instagram: '@ana.paz' })
const page = 'https://www.instagram.com/ana.paz/'
const old = { ...details, phone: '98765432', name: 'x'.repeat(200), bio: 'Hola' }
const present = [withDetails(old), edited({ phone: '+56912345678', name: 'Ana', bio: 'Chao' })] as const
const both = restore({ bio: 'Hola' }, { theme_color: 'dark' })

decide(
  'restoring a version names it, and gives each field that differs its text of then in the form of today, once',
  [
    [
      [created, edited({ position: 'Gerente', bio: 'Hola' }), edited({ position: 'Directora' })],
      restore({ position: 'Gerente', bio: 'Hola' }),
      [edited({ position: 'Gerente' }), restored],
    ],
    [[created], restore(), []],
    [[created], both, [edited({ bio: 'Hola' }), DARK, restored]],
    [[created, edited({ bio: 'Hola' }), DARK, restored], both, []],
    // Colours beside a preset do not make it an own theme.
    [
      [created, themed({ theme_color: 'dark', button_color: '#123456' })],
      restore({}, { theme_color: 'dark' }),
      [DARK, restored],
    ],
    // A text that breaks a rule of today stays as it is.
    [present, restore(old), [edited({ bio: 'Hola' }), restored]],
    [
      [first, edited({ instagram: '' })],
      restore({ instagram: '@ana.paz' }),
      [edited({ instagram: page }), restored],
    ],
    [[first, edited({ instagram: page })], restore({ instagram: '@ana.paz' }), []],
  ],
)

test('restoring a version names the fields that it leaves as they are', () => {
  const past = { details: old, theme: DEFAULT_THEME }
  const { refused } = restoredFrom(past, stateAfter(profile, present) as CreatedProfile)
  expect(refused).toEqual(['name', 'phone'])
})

const CHANGES = [edit({ position: 'Gerente' }), restore()]
decide(
  'a change beside another session’s, after a deletion, or of no profile is refused [SCR-2]',
  CHANGES.flatMap((change) => [
    ...[0n, 2n].map(
      (expected) => [[created, edited({ bio: 'Hola' })], { ...change, expected }, 'conflict'] as const,
    ),
    [[created, deleted], change, 'not-found'] as const,
    [[], change, 'not-found'] as const,
  ]),
)

testTable(CHANGES)('a change of the version that is there is not refused', (change) => {
  const state = stateAfter(profile, [created, edited({ bio: 'Hola' })])
  expect(profile.decide({ ...change, expected: 1n }, state)).not.toEqual([])
})
