// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { createDeviceStorage, sessionToken, createObjection } from './device-storage.ts'
import { saveSession } from '../../../app/session/session-storage.ts'
import { signedIn } from '../../../testing/fixtures.ts'

const holding = (text: string) =>
  createDeviceStorage(() => ({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined }))
const forbidden = () =>
  createDeviceStorage(() => {
    throw new Error('SecurityError')
  })

afterEach(() => localStorage.clear())

test('a forbidden storage is replaced by one that lasts as long as the page', () => {
  const storage = forbidden()
  expect(storage.lasting).toBe(false)
  expect(storage.write('k', 1)).toBe(true)
  expect(storage.read('k')).toBe(1)
})

test('a full storage keeps nothing and throws nothing', () => {
  let isFull = false
  const setItem = () => {
    if (isFull) throw new Error('QuotaExceededError')
  }
  const storage = createDeviceStorage(() => ({ getItem: () => null, setItem, removeItem: () => undefined }))
  isFull = true
  expect(storage.write('k', 1)).toBe(false)
})

testTable([
  ['{"token":"aaa.bbb-c_d.eee"}', 'aaa.bbb-c_d.eee'],
  ['', undefined],
  ['null', undefined],
  ['"x"', undefined],
  ['{}', undefined],
  ['{"token":7}', undefined],
  ['{"token":""}', undefined],
  ['{"token":"a\\nb"}', undefined],
  ['{broken', undefined],
])('the dashboard’s token goes along, and nothing that is none', (text, token) =>
  expect(sessionToken(holding(text))).toBe(token),
)

test('the page’s script finds the session that the client stores', () => {
  const storage = createDeviceStorage(() => localStorage)
  saveSession(signedIn)
  expect(sessionToken(storage)).toBe(signedIn.token)
  saveSession(null)
  expect(sessionToken(storage)).toBeUndefined()
})

const PROFILE = '0199a1b2-0000-4000-8000-000000000001'
const OTHER = '0199a1b2-0000-4000-8000-000000000002'

test('an objection is of one card, has no end, and is taken back [PRIV-20]', () => {
  const storage = createDeviceStorage(() => localStorage)
  const objection = createObjection(storage, PROFILE)
  const [inAnotherTab, ofOther] = [createObjection(storage, PROFILE), createObjection(storage, OTHER)]
  expect(objection.isOn()).toBe(false)
  expect(objection.turn(true)).toBe(true)
  expect([objection, inAnotherTab, ofOther].map(({ isOn }) => isOn())).toEqual([true, true, false])
  expect(storage.read(`uncounted.${PROFILE}`)).toBe(true)
  expect(inAnotherTab.turn(false)).toBe(true)
  expect(objection.isOn()).toBe(false)
})

test('a browser that keeps nothing says so', () => {
  const objection = createObjection(forbidden(), PROFILE)
  expect([objection.turn(true), objection.isOn()]).toEqual([false, false])
})
