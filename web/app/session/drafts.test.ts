// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/accounts/session-key.ts'
import { beforeEach, expect, test } from 'vitest'
import { owner, signedInAs, tokenUntil, user } from '../../testing/fixtures.ts'
import { createStore } from '../store.ts'
import { draftKey } from './drafts.ts'
import { saveSession, savedSession } from './session-storage.ts'
import {
  accountDeactivated,
  accountErased,
  sessionEnded,
  sessionRevoked,
  sessionStarted,
} from './session-slice.ts'

const MINE = draftKey(owner.id, 'profile-1')
const OTHERS = draftKey(user.id, 'profile-1')
const SETTING = 'app.theme'
const storages = [localStorage, sessionStorage]
const kept = (): readonly string[] =>
  [MINE, OTHERS, SETTING].filter((key) => storages.some((storage) => storage.getItem(key) !== null))

beforeEach(() => {
  for (const storage of storages) storage.clear()
  saveSession(signedInAs(owner))
  for (const key of [MINE, OTHERS, SETTING]) for (const storage of storages) storage.setItem(key, 'x')
})

test.each([sessionEnded, sessionRevoked, accountDeactivated, accountErased])(
  'the end of a session removes its drafts (%s) [PRIV-13]',
  (end) => {
    createStore(signedInAs(owner)).dispatch(end())
    expect(kept()).toEqual([SETTING])
  },
)

test('a session that is found expired takes its drafts along', () => {
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...signedInAs(owner), token: tokenUntil(1) }))
  expect(savedSession(2_000)).toBeNull()
  expect(kept()).toEqual([SETTING])
})

test('a session that goes on keeps its own drafts only', () => {
  expect(savedSession(Date.now())?.user.id).toBe(owner.id)
  expect(kept()).toEqual([MINE, SETTING])
})

test('an account finds no draft of somebody else', () => {
  const { token: access_token } = signedInAs(user)
  createStore(null).dispatch(sessionStarted({ access_token, user, profile_url: null }))
  expect(kept()).toEqual([OTHERS, SETTING])
})
