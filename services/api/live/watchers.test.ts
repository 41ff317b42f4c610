import { expect, test, vi } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import { PRESENT_MS } from '@app/contracts/traffic/definitions.ts'
import type { LiveProfile } from '@app/projections/live/queries.ts'
import type { LiveStream } from './live-stream.ts'
import { createWatchers, publishProfile } from './watchers.ts'

const NOW_MS = Date.parse('2026-11-29T15:00:00.000Z')

test('a visitor counts for five minutes after their last counted event, without another read', () => {
  const watchers = createWatchers()
  const say = vi.fn()
  const stream: Partial<LiveStream> = { profileId: 'p', accountId: 'a', say }
  watchers.enter(stream as LiveStream)
  const present = [['ana', NOW_MS] as const, ['bea', NOW_MS - PRESENT_MS + 1_000] as const]
  const profile: Partial<LiveProfile> = {
    profileId: 'p',
    position: positionOf('1'),
    mark: '1',
    facts: [],
    present,
  }
  publishProfile(watchers.watched.get('p')!, profile as LiveProfile, NOW_MS)
  watchers.tick(NOW_MS + 999, false)
  watchers.tick(NOW_MS + 1_000, false)
  watchers.tick(NOW_MS + PRESENT_MS, false)
  expect(say.mock.calls.map(([{ people }]) => people as number)).toEqual([2, 1, 0])
})
