import { beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readLive, type LiveReader } from './testing/live-reader.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid, writeProfile, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'
import { eventually } from '../../../tests/support/eventually.ts'

/** Each account has its limit of streams: the long run has five hundred, on fifty profiles. */
const ACCOUNTS = isLong ? 50 : 10
const STREAMS = ACCOUNTS * LIMITS.liveStreamsOfAccountMax
const PROFILES = ACCOUNTS
const api = useTestApi()
let profiles: readonly TestProfile[]
let readers: readonly LiveReader[]
beforeAll(async () => {
  profiles = Array.from({ length: PROFILES }, (_, n) => ({ id: uuid(0x5000 + n), slug: `crowd-${n}` }))
  for (const profile of profiles)
    await writeProfile(api.store, api.clock.now(), { ...profile, ownerId: api.owner.id })
  await api.settle()
  const admins = await Promise.all(
    Array.from({ length: ACCOUNTS }, (_, n) => api.newAccount(`Crowd-${n}`, { isAdmin: true })),
  )
  const asks = admins.flatMap(({ token }, account) =>
    Array.from({ length: LIMITS.liveStreamsOfAccountMax }, (_, n) => ({
      token,
      profileId: profiles[(account + n) % PROFILES]!.id,
    })),
  )
  readers = await Promise.all(asks.map((asked) => readLive(api.url, asked)))
  await Promise.all(readers.map((reader) => reader.next()))
})
const tap = ({ slug }: TestProfile) => api.call(`/api/public/profile/${slug}?u=${uuid(0xa1)}&s=nfc`)
const beat = async (): Promise<void> => {
  const before = readers[0]!.heartbeats()
  await eventually(() => expect(readers[0]!.heartbeats()).toBeGreaterThan(before))
}

/** Looks between two heartbeats. */
const LOOKS = 28

test('a crowd of streams are all open, and were opened with fewer queries than there are streams [SPEED-4]', () => {
  expect(api.live.counts()).toEqual({ streams: STREAMS, accounts: ACCOUNTS, profiles: PROFILES })
  expect(readers.every(({ messages }) => messages.length === 1)).toBe(true)
  expect(api.liveQueries()).toBeLessThan(STREAMS)
})

test('a crowd of streams query once a look, and send a tap to those who watch its profile [SPEED-4]', async () => {
  await beat()
  const before = api.liveQueries()
  await tap(profiles[3]!)
  await beat()
  expect(api.liveQueries() - before).toBeLessThanOrEqual(LOOKS)
  await expect.poll(() => readers.filter(({ messages }) => messages.length === 2).length).toBe(10)
  expect(readers.filter(({ messages }) => messages.length > 1)).toHaveLength(10)
})

test('a crowd of streams query nothing once nobody watches [SPEED-4]', async () => {
  for (const reader of readers) reader.leave()
  await expect.poll(() => api.live.counts().streams).toBe(0)
  await api.settle()
  const before = api.liveQueries()
  await tap(profiles[4]!)
  await api.settle()
  expect(api.liveQueries()).toBe(before)
})
