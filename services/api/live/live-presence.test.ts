import { expect, test } from 'vitest'
import { FORGOTTEN_MS, PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import { createPresence, PRESENT_VISITORS_MAX } from './live-presence.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z')

test('a visitor is forgotten 40 s after their last sign, whatever arrives late [FIG-13]', () => {
  const presence = createPresence()
  presence.seen('ana', NOW_MS)
  presence.seen('ana', NOW_MS - 60_000)
  presence.seen('bea', NOW_MS - FORGOTTEN_MS)
  expect(presence.count(NOW_MS)).toBe(1)
  expect(presence.count(NOW_MS + FORGOTTEN_MS - 1)).toBe(1)
  expect(presence.count(NOW_MS + FORGOTTEN_MS)).toBe(0)
})

test('a page is counted while it reports to be open, and again within five minutes', () => {
  const presence = createPresence()
  presence.seen('ana', NOW_MS)
  const lastMs = NOW_MS + 2 * PRESENT_MS
  for (let ms = NOW_MS; ms <= lastMs; ms += 15_000) {
    presence.stayed('ana', ms)
    expect(presence.count(ms + 14_999)).toBe(1)
  }
  expect(presence.count(lastMs + FORGOTTEN_MS)).toBe(0)
  presence.stayed('ana', lastMs + FORGOTTEN_MS)
  expect(presence.count(lastMs + FORGOTTEN_MS)).toBe(0)

  presence.seen('bea', NOW_MS)
  expect(presence.count(NOW_MS + FORGOTTEN_MS)).toBe(0)
  presence.stayed('bea', NOW_MS + PRESENT_MS - 1)
  expect(presence.count(NOW_MS + PRESENT_MS - 1)).toBe(1)
})

test('a visitor without a counted event is not counted for an open page', () => {
  const presence = createPresence()
  presence.stayed('robot', NOW_MS)
  expect(presence.count(NOW_MS)).toBe(0)
})

test('a crowd takes no more memory than its limit, and the latest visitors are kept', () => {
  const presence = createPresence()
  const lastMs = NOW_MS + PRESENT_VISITORS_MAX + 100
  for (let ms = NOW_MS; ms < lastMs; ms += 1) presence.seen(`visitor-${ms}`, ms)
  expect(presence.count(NOW_MS)).toBe(PRESENT_VISITORS_MAX)
  expect(presence.count(lastMs - PRESENT_VISITORS_MAX + FORGOTTEN_MS)).toBe(PRESENT_VISITORS_MAX - 1)
})

test('a recount gives the same number', () => {
  const presence = createPresence()
  presence.seen('ana', NOW_MS)
  presence.recounted([['bea', NOW_MS]], NOW_MS)
  presence.seen('bea', NOW_MS + 1)
  expect(presence.count(NOW_MS + 1)).toBe(1)
})

test('a recount keeps present visitors from before the counted period', () => {
  const presence = createPresence()
  presence.seen('ana', NOW_MS - PRESENT_MS)
  presence.stayed('ana', NOW_MS)
  presence.recounted([['bea', NOW_MS]], NOW_MS)
  expect(presence.count(NOW_MS)).toBe(2)
})
