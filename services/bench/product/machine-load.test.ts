import { expect, test } from 'vitest'
import { isTooLoaded, othersCoresBetween, watchLoad } from './machine-load.ts'

test('others used what we did not', () => {
  const before = { atMs: 0, busyTicks: 1_000, ownTicks: 100 }
  expect(othersCoresBetween(before, { atMs: 2_000, busyTicks: 1_400, ownTicks: 300 })).toBe(1)
  expect(othersCoresBetween(before, { atMs: 2_000, busyTicks: 1_200, ownTicks: 310 })).toBe(0)
})

test('a round is disturbed by others, not by the load that the bench itself makes', () => {
  expect(isTooLoaded({ average: 4, othersCores: 0.1 }, 2)).toBe(false)
  expect(isTooLoaded({ average: 1, othersCores: 0.4 }, 2)).toBe(true)
})

test('where the system does not report who used it, more load than cores is too much', () => {
  expect(isTooLoaded({ average: 2.1, othersCores: undefined }, 2)).toBe(true)
  expect(isTooLoaded({ average: 1.9, othersCores: undefined }, 2)).toBe(false)
})

test('this machine can be watched', () => {
  const { average, othersCores } = watchLoad()()
  expect(average).toBeGreaterThanOrEqual(0)
  if (process.platform === 'linux') expect(othersCores).toBeGreaterThanOrEqual(0)
})
