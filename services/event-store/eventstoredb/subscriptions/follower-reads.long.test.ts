import {
  START,
  StoreError,
  type EventStore,
  type Filter,
  type LogPage,
  type Position,
} from '@app/contracts/event-store.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeLog, type FakeLog } from '../testing/fake-log.ts'
import { createKnownHead } from '../known-head.ts'
import { createFollowerReads } from './follower-reads.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

const opened: { end(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function openFollowers(log: FakeLog = createFakeLog()) {
  const knownHead = createKnownHead()
  const ends = new Set<() => void>()
  const calls = {
    ended: false,
    onEnd: (listener: () => void) => {
      ends.add(listener)
      if (calls.ended) listener()
      return () => ends.delete(listener)
    },
  }
  opened.push({
    end: () => {
      calls.ended = true
      ends.forEach((end) => end())
    },
  })
  const followers = createFollowerReads({ ...log, calls, knownHead, backoff: () => 1 })
  /** As an append of this process: its answer may come before the subscription brings it. */
  const append = (...types: readonly string[]): Position => {
    const position = log.append(...types)
    knownHead.saw(position)
    return position
  }
  return { log, followers, append }
}

const TAPS: Filter = { types: ['Tap'] }

async function readOn(
  { readAll }: Pick<EventStore, 'readAll'>,
  after: Position,
  options: { readonly filter?: Filter; readonly limit?: number } = {},
): Promise<{ readonly revisions: readonly bigint[]; readonly last: LogPage }> {
  const revisions: bigint[] = []
  for (let position = after; ;) {
    const page = await readAll(position, options)
    expect(page.scannedTo > position || page.isAtHead).toBe(true)
    revisions.push(...page.events.map(({ revision }) => revision))
    if (page.isAtHead) return { revisions, last: page }
    position = page.scannedTo
  }
}

const upTo = (count: number, from = 0): readonly bigint[] =>
  Array.from({ length: count - from }, (_, index) => BigInt(from + index))

describe('the last events', () => {
  test('answers all readers at the head from one subscription, without a read of the server', async () => {
    const { log, followers, append } = openFollowers()
    const start = append('Tap')
    await readOn(followers, start)
    append('Tap', 'Click')
    for (const filter of [TAPS, { types: ['Click'] }, { streamPrefixes: ['visit-'] }, { types: [] }])
      await readOn(followers, start, { filter })
    expect((await readOn(followers, start)).revisions).toEqual([1n, 2n])
    expect([log.subscriptionsOpened(), log.serverReads()]).toEqual([1, 0])
  })

  test('has an append of this process before its answer, even if the subscription is late', async () => {
    const { log, followers, append } = openFollowers()
    const start = append('Tap')
    await readOn(followers, start)
    log.block()
    append('Tap')
    const reading = followers.readAll(start, { filter: TAPS })
    await turn()
    log.unblock()
    expect((await reading).events.map(({ revision }) => revision)).toEqual([1n])
    expect(log.serverReads()).toBe(0)
  })

  test('that does not get it in time reads from the server', async () => {
    const { log, followers, append } = openFollowers()
    const start = append('Tap')
    await readOn(followers, start)
    log.block()
    append('Tap')
    expect((await readOn(followers, start, { filter: TAPS })).revisions).toEqual([1n])
    expect(log.serverReads()).toBeGreaterThan(0)
  })

  test('goes on exactly where it was after the server ended its subscription', async () => {
    const { log, followers, append } = openFollowers()
    const start = append('Tap')
    let position = start
    await readOn(followers, position)
    const seen: bigint[] = []
    for (let round = 0; round < 50; round += 1) {
      append('Tap')
      if (round % 3 === 0) log.endSubscriptions(new StoreError('Unavailable', 'ended'))
      append('Tap')
      const { revisions, last } = await readOn(followers, position)
      seen.push(...revisions)
      position = last.scannedTo
    }
    expect(seen).toEqual(upTo(101, 1))
    expect((await readOn(followers, start)).revisions).toEqual(seen)
  })

  test('that was silent is compared with the head of the log, and reports an outage', async () => {
    const { log, followers, append } = openFollowers()
    const start = append('Tap')
    await readOn(followers, start)
    const away = new StoreError('Unavailable', 'away')
    log.refuse(away)
    expect((await followers.readAll(start)).isAtHead).toBe(true)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_500)
    await expect(followers.readAll(start)).rejects.toBe(away)
  })

  test('that has lagged behind the log for 2 s begins its subscription anew', async () => {
    const { log, followers, append } = openFollowers()
    const start = append('Tap')
    await readOn(followers, start)
    log.block()
    append('Tap')
    await followers.readAll(start)
    expect(log.subscriptionsOpened()).toBe(1)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_500)
    await followers.readAll(start)
    await eventually(() => expect(log.subscriptionsOpened()).toBe(2))
  })

  test('announces new types once a turn, and not after the watcher has ended', async () => {
    const { log, followers } = openFollowers()
    const heard: (readonly string[] | undefined)[] = []
    const end = followers.watch((types) => heard.push(types === undefined ? undefined : [...types]))
    await eventually(() => expect(heard).toEqual([undefined]))
    log.append('Tap', 'Tap', 'Click', 'Tap')
    await eventually(() => expect(heard).toEqual([undefined, ['Tap', 'Click']]))
    end()
    log.append('Tap')
    await readOn(followers, START)
    expect(heard).toHaveLength(2)
  })
})

test('a damaged event is an error to readers of its type, after the events before it', async () => {
  const { log, followers, append } = openFollowers()
  const start = append('Tap')
  await readOn(followers, start)
  append('Tap')
  const damaged = log.appendDamaged('Tap')
  append('Tap', 'Click')
  const page = await followers.readAll(start, { filter: TAPS })
  expect(page.events.map(({ revision }) => revision)).toEqual([1n])
  await expect(followers.readAll(page.scannedTo, { filter: TAPS })).rejects.toMatchObject({
    code: 'Corrupt',
    facts: { position: damaged },
  })
  expect((await readOn(followers, damaged, { filter: TAPS })).revisions).toEqual([3n])
  expect((await readOn(followers, start, { filter: { types: ['Click'] } })).revisions).toEqual([4n])
})

test('readers that are behind the last events read from the server, and return to them', async () => {
  const { log, followers, append } = openFollowers()
  let position = append('Tap')
  await readOn(followers, position)
  const seen: bigint[] = []
  for (const appended of [10, 12_000, 10]) {
    append(...Array.from({ length: appended }, () => 'Tap'))
    await eventually(() => expect(log.delivered()).toBe(log.size()))
    const { revisions, last } = await readOn(followers, position, { limit: 5_000 })
    seen.push(...revisions)
    position = last.scannedTo
  }
  expect(seen).toEqual(Array.from({ length: log.size() - 1 }, (_, nth) => BigInt(nth + 1)))
  expect(log.subscriptionsOpened()).toBe(1)
})
