import { expect, test } from 'vitest'
import { FORGOTTEN_MS, PRESENT_MS } from '@app/contracts/traffic/presence.ts'
import { createPresence, PRESENT_VISITORS_MAX } from './live-presence.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z')

test('a visitor is forgotten 40 s after their last sign, whatever arrives late [FIG-13]', () => {
  const presence = createPresence()
  presence.recounted(
    [
      ['ana', NOW_MS],
      ['bea', NOW_MS - FORGOTTEN_MS],
    ],
    NOW_MS,
  )
  presence.stayed('ana', NOW_MS - 2 * FORGOTTEN_MS)
  expect(presence.count(NOW_MS)).toBe(1)
  expect(presence.count(NOW_MS + FORGOTTEN_MS - 1)).toBe(1)
  expect(presence.count(NOW_MS + FORGOTTEN_MS)).toBe(0)
})

test('a page is counted while it reports to be open, and again within five minutes', () => {
  const presence = createPresence()
  presence.recounted([['ana', NOW_MS]], NOW_MS)
  const lastMs = NOW_MS + 2 * PRESENT_MS
  for (let ms = NOW_MS; ms <= lastMs; ms += 15_000) {
    presence.stayed('ana', ms)
    expect(presence.count(ms + 14_999)).toBe(1)
  }
  expect(presence.count(lastMs + FORGOTTEN_MS)).toBe(0)
  presence.stayed('ana', lastMs + FORGOTTEN_MS)
  expect(presence.count(lastMs + FORGOTTEN_MS)).toBe(0)

  presence.recounted([['bea', NOW_MS]], NOW_MS)
  expect(presence.count(NOW_MS + FORGOTTEN_MS)).toBe(0)
  presence.stayed('bea', NOW_MS + PRESENT_MS - 1)
  expect(presence.count(NOW_MS + PRESENT_MS - 1)).toBe(1)
})

test('a visitor without a counted event is not counted for an open page', () => {
  const presence = createPresence()
  presence.stayed('robot', NOW_MS)
  expect(presence.count(NOW_MS)).toBe(0)
})

test('a recount forgets whom it should have counted, and keeps open pages from before its period', () => {
  const presence = createPresence()
  presence.recounted(
    [
      ['ana', NOW_MS - PRESENT_MS],
      ['bea', NOW_MS],
    ],
    NOW_MS,
  )
  presence.stayed('ana', NOW_MS - 1)
  presence.recounted([['eva', NOW_MS]], NOW_MS)
  expect(presence.count(NOW_MS)).toBe(2)
  presence.stayed('bea', NOW_MS + 1)
  expect(presence.count(NOW_MS)).toBe(2)
})

test('a crowd takes no more memory than its limit', () => {
  const presence = createPresence()
  const crowd = (from: string) =>
    Array.from({ length: PRESENT_VISITORS_MAX }, (_, n) => [`${from}-${n}`, NOW_MS] as const)
  presence.recounted(crowd('early'), NOW_MS)
  for (let ms = NOW_MS; ms <= NOW_MS + PRESENT_MS; ms += FORGOTTEN_MS - 1)
    for (const [id] of crowd('early')) presence.stayed(id, ms)
  presence.recounted(crowd('late'), NOW_MS + PRESENT_MS)
  expect(presence.count(NOW_MS)).toBe(PRESENT_VISITORS_MAX)
})
