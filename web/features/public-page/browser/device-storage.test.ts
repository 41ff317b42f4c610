// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import {
  createDeviceStorage,
  sessionToken,
  createObjection,
  asksNotToBeFollowed,
  createVisitor,
} from './device-storage.ts'
import { saveSession } from '../../../app/session/session-storage.ts'
import { signedIn } from '../../../testing/fixtures.ts'

const holding = (text: string) =>
  createDeviceStorage(() => ({ getItem: () => text, setItem: () => undefined, removeItem: () => undefined }))
const forbidden = () =>
  createDeviceStorage(() => {
    throw new Error('SecurityError')
  })

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

const DAY_MS = 86_400_000
const START_MS = Date.parse('2026-11-20T12:00:00Z')

const storage = createDeviceStorage(() => localStorage)
const now = () => START_MS
const visitorOn = (day: number, profileId = PROFILE) =>
  createVisitor(storage, profileId, true, () => START_MS + day * DAY_MS)

test('a visitor is recognised for thirteen months, and not a day longer however often they come', () => {
  const first = visitorOn(0).id()
  for (const day of [1, 100, 200, 300, 394]) expect(visitorOn(day).id()).toBe(first)
  const next = visitorOn(396).id()
  expect(next).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(next).not.toBe(first)
})

test('an expiry further away than thirteen months was tampered with and is not believed', () => {
  const first = visitorOn(0).id()
  expect(visitorOn(-30).id()).not.toBe(first)
})

test('two profiles know the same person by different ids and names', () => {
  const visitor = visitorOn(0)
  visitor.rename('Camila Soto')
  const elsewhere = visitorOn(0, OTHER)
  expect(elsewhere.id()).not.toBe(visitor.id())
  expect(elsewhere.name()).toBeUndefined()
})

test('a name is remembered until its owner takes it back', () => {
  visitorOn(0).rename('Camila Soto')
  const again = visitorOn(30)
  expect(again.name()).toBe('Camila Soto')
  again.rename(undefined)
  expect(again.name()).toBeUndefined()
  expect(visitorOn(30).name()).toBeUndefined()
})

test('a visitor who opted out of tracking has no id, and a stored one is removed [PRIV-8]', () => {
  visitorOn(0).rename('Camila Soto')
  const visitor = createVisitor(storage, PROFILE, false, now)
  expect(visitor.id()).toBeUndefined()
  expect(localStorage.length).toBe(0)
  visitor.rename('Camila Soto')
  expect(visitor.name()).toBe('Camila Soto') // for this page, as they have just said it
  expect(localStorage.length).toBe(0)
})

testTable([
  [{ globalPrivacyControl: true }, true],
  [{ doNotTrack: '1' }, true],
  [{ doNotTrack: 'yes' }, true],
  [{ doNotTrack: null }, false],
  [{ doNotTrack: 'unspecified', globalPrivacyControl: false }, false],
  [{}, false],
])('a global privacy control, or a Do Not Track that is on, means not to be followed', (wishes, expected) =>
  expect(asksNotToBeFollowed(wishes)).toBe(expected),
)

test('a forgotten visitor leaves neither id nor name, and gets another id with the next visit', () => {
  const other = visitorOn(0, OTHER)
  const visitor = visitorOn(0)
  const [first, others] = [visitor.id(), other.id()]
  visitor.rename('Ana')
  visitor.forget()
  expect(Object.keys(localStorage)).toEqual([`visitor.${OTHER}`])
  expect([visitor.name(), visitor.keptId()]).toEqual([undefined, undefined])
  expect(visitor.id()).not.toBe(first)
  expect(visitor.keptId()).toBe(visitor.id())
  expect(other.id()).toBe(others)
})

test('a visitor forgotten by another tab is noticed from the storage, also without an event', () => {
  const open = (isFollowed = true) => createVisitor(storage, PROFILE, isFollowed, now)
  const [here, elsewhere, stranger] = [open(), open(), open()]
  here.id()
  here.rename('Ana')
  const nameOnly = open()
  expect([here, nameOnly, stranger].map((one) => one.wasForgotten())).toEqual([false, false, false])
  elsewhere.forget()
  expect([here, nameOnly, stranger].map((one) => one.wasForgotten())).toEqual([true, true, false])
  elsewhere.id()
  expect(here.wasForgotten()).toBe(true)
  here.forget()
  expect(here.wasForgotten()).toBe(false)
  const unfollowed = open(false)
  unfollowed.rename('Ana')
  expect(unfollowed.wasForgotten()).toBe(false)
})
