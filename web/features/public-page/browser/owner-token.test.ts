// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { saveSession } from '../../../app/session/session-storage.ts'
import { signedIn } from '../../../testing/fixtures.ts'
import { createDeviceStorage } from './device-storage.ts'
import { sessionToken } from './owner-token.ts'

const holding = (text: string) =>
  createDeviceStorage(() => ({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined }))

test('the dashboard’s token goes along', () => {
  expect(sessionToken(holding('{"token":"aaa.bbb-c_d.eee"}'))).toBe('aaa.bbb-c_d.eee')
})

test.each(['', 'null', '"x"', '{}', '{"token":7}', '{"token":""}', '{"token":"a\\nb"}', '{broken'])(
  'a storage with %j holds no token',
  (text) => {
    expect(sessionToken(holding(text))).toBeUndefined()
  },
)

afterEach(() => localStorage.clear())

test('the page’s script finds the session that the client stores', () => {
  const storage = createDeviceStorage(() => localStorage)
  saveSession(signedIn)
  expect(sessionToken(storage)).toBe(signedIn.token)
  saveSession(null)
  expect(sessionToken(storage)).toBeUndefined()
})
