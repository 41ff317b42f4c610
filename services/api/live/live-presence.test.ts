import { expect, test } from 'vitest'
import { PRESENT_MS } from '@app/contracts/traffic/definitions.ts'
import { createPresence, PRESENT_VISITORS_MAX } from './live-presence.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z')

test('a visitor is present for five minutes after their last counted event, whatever comes late', () => {
  const presence = createPresence()
  presence.seen('ana', NOW_MS)
  presence.seen('ana', NOW_MS - 60_000)
  presence.seen('bea', NOW_MS - PRESENT_MS)
  expect(presence.count(NOW_MS)).toBe(1)
  expect(presence.count(NOW_MS + PRESENT_MS - 1)).toBe(1)
  expect(presence.count(NOW_MS + PRESENT_MS)).toBe(0)
})

test('a crowd takes no more memory than its limit, and who came last is kept', () => {
  const presence = createPresence()
  const lastMs = NOW_MS + 3 * PRESENT_VISITORS_MAX
  for (let ms = NOW_MS; ms < lastMs; ms += 1) presence.seen(`visitor-${ms}`, ms)
  expect(presence.count(NOW_MS)).toBe(PRESENT_VISITORS_MAX)
  expect(presence.count(lastMs - PRESENT_VISITORS_MAX + PRESENT_MS)).toBe(PRESENT_VISITORS_MAX - 1)
})

test('counted anew it is as it was counted', () => {
  const presence = createPresence()
  presence.seen('ana', NOW_MS)
  presence.recounted([['bea', NOW_MS]])
  presence.seen('bea', NOW_MS + 1)
  expect(presence.count(NOW_MS + 1)).toBe(1)
})
