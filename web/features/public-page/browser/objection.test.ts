// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { createDeviceStorage } from './device-storage.ts'
import { createObjection } from './objection.ts'

const PROFILE = '0199a1b2-0000-4000-8000-000000000001'
const OTHER = '0199a1b2-0000-4000-8000-000000000002'

afterEach(() => localStorage.clear())

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
  const objection = createObjection(
    createDeviceStorage(() => {
      throw new Error('SecurityError')
    }),
    PROFILE,
  )
  expect([objection.turn(true), objection.isOn()]).toEqual([false, false])
})
