// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { signedIn, tokenUntil } from '../../testing/fixtures.ts'
import { SESSION_KEY } from '@app/contracts/accounts/session-key.ts'
import { savedSession, saveSession, updateSession } from './session-storage.ts'

afterEach(() => localStorage.clear())

test('a session survives under one key', () => {
  saveSession(signedIn)
  expect(Object.keys(localStorage)).toEqual([SESSION_KEY])
  expect(savedSession(0)).toEqual(signedIn)
})

test('a session that ended is removed on load', () => {
  saveSession({ ...signedIn, token: tokenUntil(10) })
  expect(savedSession(10_000)).toBeNull()
  expect(localStorage.getItem(SESSION_KEY)).toBeNull()
})

test('an invalid session is removed', () => {
  for (const text of ['', '{', 'null', '{"token":1}', '{"token":"a.b.c","user":{}}']) {
    localStorage.setItem(SESSION_KEY, text)
    expect(savedSession(0)).toBeNull()
    expect(localStorage.getItem(SESSION_KEY)).toBeNull()
  }
})

test('signing out leaves nothing behind', () => {
  saveSession(signedIn)
  saveSession(null)
  expect(localStorage.length).toBe(0)
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

test('a session is stored with its end by this device’s clock', () => {
  const kept = { ...signedIn, token: tokenUntil(10, 3), ends_at: 700_000_007_000 }
  saveSession(kept)
  expect(savedSession(700_000_006_999)).toEqual(kept)
  expect(savedSession(700_000_007_000)).toBeNull()
})
