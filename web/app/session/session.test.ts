// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/product.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { newcomer, owner, signedIn, signedInAs, tokenUntil, user } from '../../testing/fixtures.ts'
import { createStore } from '../store.ts'
import { destinationAfter } from './login-destination.ts'
import { draftKey, saveSession, savedSession, updateSession } from './session-storage.ts'
import {
  accountDeactivated,
  accountErased,
  sessionEnded,
  sessionRevoked,
  sessionStarted,
} from './session-slice.ts'
import { endOfReceived, tokenHasEnded } from './session-token.ts'

const storages = [localStorage, sessionStorage]
const clear = () => storages.forEach((storage) => storage.clear())
beforeEach(clear)

test('a session that cannot be read is removed, and a blocked storage has none', () => {
  for (const text of ['', '{', 'null', '{"token":1}', '{"token":"a.b.c","user":{}}']) {
    localStorage.setItem(SESSION_KEY, text)
    expect([savedSession(0), localStorage.getItem(SESSION_KEY)], text).toEqual([null, null])
  }
  vi.stubGlobal('localStorage', undefined)
  expect([savedSession(0), saveSession(signedIn)]).toEqual([null, undefined])
  vi.unstubAllGlobals()
})

test('news about a session are kept, unless it ended or another one began', () => {
  const news = { ...signedIn, profile_url: 'https://tarjetas.example/pages/antonia-rivas' }
  updateSession(news)
  expect(savedSession(0)).toBeNull()
  saveSession(signedIn)
  updateSession(news)
  expect(savedSession(0)).toEqual(news)
  const other = { ...signedIn, token: tokenUntil(3_000_000_000) }
  saveSession(other)
  updateSession(news)
  expect(savedSession(0)).toEqual(other)
})

test('a session is stored with its end by this device’s clock, and removed after it', () => {
  const kept = { ...signedIn, token: tokenUntil(10, 3), ends_at: 700_000_007_000 }
  saveSession(kept)
  expect(savedSession(700_000_006_999)).toEqual(kept)
  expect([savedSession(700_000_007_000), localStorage.getItem(SESSION_KEY)]).toEqual([null, null])
})

describe('the end of a token', () => {
  const DAY_MS = 86_400_000
  const ISSUED_MS = Date.parse('2026-11-20T12:00:00Z')
  const WEEK = tokenUntil((ISSUED_MS + 7 * DAY_MS) / 1_000, ISSUED_MS / 1_000)

  test('is its second, and that of one that cannot be read or never ends has come', () => {
    const token = tokenUntil(1_800_000_000)
    const hasEnded = [1_799_999_999_999, 1_800_000_000_000].map((ms) => tokenHasEnded({ token }, ms))
    expect(hasEnded).toEqual([false, true])
    for (const unread of ['', 'rubbish', 'a.b.c', `x.${btoa('{}')}.y`, `x.${btoa('{"exp":"soon"}')}.y`])
      expect(tokenHasEnded({ token: unread }, 0), unread).toBe(true)
  })

  testTable([0, 8, 365, -8, -20_777])('comes seven days after it came, by whatever clock', (aheadDays) => {
    const receivedMs = ISSUED_MS + aheadDays * DAY_MS
    const kept = { token: WEEK, ends_at: endOfReceived(WEEK, receivedMs) }
    const hasEnded = [0, 7 * DAY_MS - 1, 7 * DAY_MS].map((ms) => tokenHasEnded(kept, receivedMs + ms))
    expect(hasEnded).toEqual([false, false, true])
  })
})

describe('drafts', () => {
  const MINE = draftKey(owner.id, 'profile-1')
  const OTHERS = draftKey(user.id, 'profile-1')
  const SETTING = 'app.theme'
  const kept = () =>
    [MINE, OTHERS, SETTING].filter((key) => storages.some((one) => one.getItem(key) !== null))
  const keepAll = () => {
    saveSession(signedInAs(owner))
    for (const key of [MINE, OTHERS, SETTING]) for (const storage of storages) storage.setItem(key, 'x')
  }

  testTable([sessionEnded, sessionRevoked, accountDeactivated, accountErased])(
    'go with their session, however it ends [PRIV-13]',
    (end) => {
      keepAll()
      createStore(signedInAs(owner)).dispatch(end())
      expect(kept()).toEqual([SETTING])
    },
  )

  test('go with a session that is found expired, and stay with one that goes on', () => {
    keepAll()
    expect(savedSession(Date.now())?.user.id).toBe(owner.id)
    expect(kept()).toEqual([MINE, SETTING])
    localStorage.setItem(SESSION_KEY, JSON.stringify({ ...signedInAs(owner), token: tokenUntil(1) }))
    expect(savedSession(2_000)).toBeNull()
    expect(kept()).toEqual([SETTING])
  })

  test('of somebody else are not found by an account', () => {
    keepAll()
    const { token: access_token } = signedInAs(user)
    createStore(null).dispatch(sessionStarted({ access_token, user, profile_url: null }))
    expect(kept()).toEqual([OTHERS, SETTING])
  })
})

testTable([
  [owner, 'password', undefined, '/dashboard'],
  [owner, 'external', undefined, '/dashboard'],
  [user, 'password', undefined, '/dashboard'],
  [user, 'external', undefined, '/admin'],
  [owner, 'password', '/dashboard?range=7d', '/dashboard?range=7d'],
  [user, 'external', '/dashboard?range=7d', '/dashboard?range=7d'],
  [user, 'password', '/admin?tab=users', '/admin?tab=users'],
  [owner, 'password', '/admin?tab=users', '/dashboard'],
  [owner, 'password', '/administrar', '/administrar'],
  [newcomer, 'password', '/dashboard?range=7d', '/activate'],
  [{ ...user, activation_used: false }, 'external', undefined, '/admin'],
])('a login leads on by who signs in, how, and what was requested', (who, by, requested, destination) => {
  expect(destinationAfter({ user: who, by, requested })).toBe(destination)
})
