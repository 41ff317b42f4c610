// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { saveSession } from './session-storage.ts'
import { owner, signedInAs, user } from '../../testing/fixtures.ts'
import { rememberProfile } from '../../features/profiles/last-profile.ts'
import { keepFigures, lastFigures } from './last-figures.ts'

const TEXTS = ['1.449', '622', '304', '63,9%']

beforeEach(() => {
  localStorage.clear()
  saveSession(signedInAs(owner))
  keepFigures(owner.id, { profileId: 'aaa', range: 'all-time', texts: TEXTS })
})

testTable([
  ['', undefined, TEXTS],
  ['?tab=analytics&profile=AAA', undefined, TEXTS],
  ['?profile=bbb', undefined, undefined],
  ['', 'aaa', TEXTS],
  ['', 'bbb', undefined],
  ['?range=7d', undefined, undefined],
  ['?network=whatsapp', undefined, undefined],
])('the last figures are those of the profile and the range that are shown', (search, shown, figures) => {
  expect(lastFigures(owner.id, search, shown)).toEqual(figures)
})

test('the profile that was chosen since then has none yet', () => {
  rememberProfile(owner.id, 'bbb')
  expect(lastFigures(owner.id, '')).toBeUndefined()
})

test('they end with the session, and no other account finds them [PRIV-13]', () => {
  expect(lastFigures(user.id, '')).toBeUndefined()
  saveSession(signedInAs(user))
  expect(lastFigures(owner.id, '')).toBeUndefined()
  keepFigures(user.id, { profileId: 'aaa', range: 'all-time', texts: TEXTS })
  saveSession(null)
  expect(lastFigures(user.id, '')).toBeUndefined()
})

test('what cannot be read is none', () => {
  for (const kept of ['{', 'null', '7', '{"profileId":"aaa","range":"all-time","texts":7}']) {
    for (const key of Object.keys(localStorage).filter((name) => name.endsWith('figures')))
      localStorage.setItem(key, kept)
    expect(lastFigures(owner.id, ''), kept).toBeUndefined()
  }
})
