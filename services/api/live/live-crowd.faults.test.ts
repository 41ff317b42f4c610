import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readLive, type LiveReader } from '../testing/live-reader.ts'
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
  await rest()
})
afterAll(() => {
  for (const reader of readers) reader.leave()
})

const tap = ({ slug }: TestProfile) => api.call(`/api/public/profile/${slug}?u=${uuid(0xa1)}&s=nfc`)
const beat = async (): Promise<void> => {
  const before = readers[0]!.heartbeats()
  await eventually(() => expect(readers[0]!.heartbeats()).toBeGreaterThan(before))
}
/** A stream that opens while others are answered causes one more pass. */
const rest = async (): Promise<void> => {
  await api.settle()
  await eventually(async () => {
    const before = api.liveQueries()
    await beat()
    await beat()
    expect(api.liveQueries()).toBe(before)
  })
}

describe('a crowd of streams', () => {
  test('are all open, and were opened with fewer queries than there are streams [SPEED-4]', () => {
    expect(api.live.counts()).toEqual({ streams: STREAMS, accounts: ACCOUNTS, profiles: PROFILES })
    expect(readers.every(({ messages }) => messages.length === 1)).toBe(true)
    expect(api.liveQueries()).toBeLessThan(STREAMS)
  })

  test('query nothing while nothing happens [SPEED-4]', async () => {
    const before = api.liveQueries()
    await beat()
    await beat()
    expect(api.liveQueries()).toBe(before)
  })

  test('are sent nothing when rows are announced that they have', async () => {
    const known = readers.map(({ messages }) => messages.length)
    await api.db.query('update kernel.checkpoints set position = position')
    await beat()
    await beat()
    expect(readers.map(({ messages }) => messages.length)).toEqual(known)
  })

  test('query at most twice after a tap, and send it to those who watch its profile [SPEED-4]', async () => {
    const before = api.liveQueries()
    await tap(profiles[3]!)
    await expect.poll(() => readers.filter(({ messages }) => messages.length === 2).length).toBe(10)
    await beat()
    expect(readers.filter(({ messages }) => messages.length > 1)).toHaveLength(10)
    expect(api.liveQueries() - before).toBeLessThanOrEqual(2)
  })

  test('send a burst of taps with fewer queries than taps, and each tap once', async () => {
    const before = api.liveQueries()
    await Promise.all(profiles.map((profile) => tap(profile)))
    await api.settle()
    await expect
      .poll(
        () =>
          new Set(
            readers.map(({ messages }) => messages.flatMap((m) => ('facts' in m ? m.facts : [])).length),
          ),
      )
      .toEqual(new Set([1, 2]))
    expect(api.liveQueries() - before).toBeLessThan(PROFILES)
  })
})
