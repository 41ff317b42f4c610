import {
  START,
  StoreError,
  positionOf,
  type Filter,
  type LogPage,
  type Position,
} from '@app/contracts/event-store.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeLog, type FakeLog } from '../testing/fake-log.ts'
import { createKnownHead } from '../known-head.ts'
import { createWindows, type Windows } from './feed-windows.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

const opened: { end(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.end()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function openWindows(log: FakeLog = createFakeLog()) {
  const known = createKnownHead()
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
  const windows = createWindows({ ...log, calls, known, backoff: () => 1 })
  /** As an append of this process: its answer may come before the feed brings it. */
  const append = (...types: readonly string[]): Position => {
    const position = log.append(...types)
    known.saw(position)
    return position
  }
  return { log, windows, append }
}

const TAPS: Filter = { types: ['Tap'] }

async function readOn(
  { readAll }: Windows,
  after: Position,
  options: { readonly filter?: Filter; readonly limit?: number } = {},
): Promise<{ readonly revisions: readonly bigint[]; readonly last: LogPage }> {
  const revisions: bigint[] = []
  for (let place = after; ;) {
    const page = await readAll(place, options)
    expect(page.scannedTo > place || page.isAtHead).toBe(true)
    revisions.push(...page.events.map(({ revision }) => revision))
    if (page.isAtHead) return { revisions, last: page }
    place = page.scannedTo
  }
}

const upTo = (count: number, from = 0): readonly bigint[] =>
  Array.from({ length: count - from }, (_, index) => BigInt(from + index))

describe('the tail', () => {
  test('answers all readers at the head from one feed, without a read of the server', async () => {
    const { log, windows, append } = openWindows()
    const start = append('Tap')
    await readOn(windows, start)
    append('Tap', 'Click')
    for (const filter of [TAPS, { types: ['Click'] }, { streamPrefixes: ['visit-'] }, { types: [] }])
      await readOn(windows, start, { filter })
    expect((await readOn(windows, start)).revisions).toEqual([1n, 2n])
    expect([log.feedsOpened(), log.readsAsked()]).toEqual([1, 0])
  })

  test('has an append of this process before its answer, even if the feed is late', async () => {
    const { log, windows, append } = openWindows()
    const start = append('Tap')
    await readOn(windows, start)
    log.hold()
    append('Tap')
    const reading = windows.readAll(start, { filter: TAPS })
    await turn()
    log.release()
    expect((await reading).events.map(({ revision }) => revision)).toEqual([1n])
    expect(log.readsAsked()).toBe(0)
  })

  test('that does not get it in time reads from the server', async () => {
    const { log, windows, append } = openWindows()
    const start = append('Tap')
    await readOn(windows, start)
    log.hold()
    append('Tap')
    expect((await readOn(windows, start, { filter: TAPS })).revisions).toEqual([1n])
    expect(log.readsAsked()).toBeGreaterThan(0)
  })

  test('goes on exactly where it was after the server ended its feed', async () => {
    const { log, windows, append } = openWindows()
    const start = append('Tap')
    let place = start
    await readOn(windows, place)
    const seen: bigint[] = []
    for (let round = 0; round < 50; round += 1) {
      append('Tap')
      if (round % 3 === 0) log.endFeeds(new StoreError('Unavailable', 'ended'))
      append('Tap')
      const { revisions, last } = await readOn(windows, place)
      seen.push(...revisions)
      place = last.scannedTo
    }
    expect(seen).toEqual(upTo(101, 1))
    expect((await readOn(windows, start)).revisions).toEqual(seen)
  })

  test('that was silent is compared with the head of the log, and reports an outage', async () => {
    const { log, windows, append } = openWindows()
    const start = append('Tap')
    await readOn(windows, start)
    const away = new StoreError('Unavailable', 'away')
    log.refuse(away)
    expect((await windows.readAll(start)).isAtHead).toBe(true)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_500)
    await expect(windows.readAll(start)).rejects.toBe(away)
  })

  test('announces new types once a turn, and not after the watcher has ended', async () => {
    const { log, windows } = openWindows()
    const heard: (readonly string[] | undefined)[] = []
    const end = windows.watch((types) => heard.push(types === undefined ? undefined : [...types]))
    await eventually(() => expect(heard).toEqual([undefined]))
    log.append('Tap', 'Tap', 'Click', 'Tap')
    await eventually(() => expect(heard).toEqual([undefined, ['Tap', 'Click']]))
    end()
    log.append('Tap')
    await readOn(windows, START)
    expect(heard).toHaveLength(2)
  })
})

describe('readers that are behind', () => {
  const OLD = 6_000
  const openOld = async () => {
    const world = openWindows()
    world.append(...Array.from({ length: OLD }, (_, n) => (n % 3 === 0 ? 'Click' : 'Tap')))
    return world
  }

  test('use one pass from the same position, if one of them reads all types of the other', async () => {
    const { log, windows } = await openOld()
    const [one, other] = await Promise.all([
      readOn(windows, START, { limit: 700 }),
      readOn(windows, START, { limit: 1_000 }),
    ])
    expect([one.revisions, other.revisions]).toEqual([upTo(OLD), upTo(OLD)])
    expect([log.feedsOpened(), log.readsAsked()]).toEqual([2, 0])
    const taps = await readOn(windows, START, { filter: TAPS })
    expect(taps.revisions).toEqual(upTo(OLD).filter((revision) => revision % 3n !== 0n))
    expect([log.feedsOpened(), log.readsAsked()]).toEqual([2, 0])
  })

  test('do not use a pass that begins after their position', async () => {
    const { log, windows } = await openOld()
    const later = positionOf(BigInt(2 * 3_000 + 1))
    await windows.readAll(later, { limit: 100 })
    expect((await readOn(windows, START)).revisions).toEqual(upTo(OLD))
    expect(log.feedsOpened()).toBe(3)
  })

  test('that fall behind the tail read alone, and return to it', async () => {
    const { log, windows, append } = openWindows()
    let place = append('Tap')
    await readOn(windows, place)
    const seen: bigint[] = []
    for (const appended of [10, 12_000, 10, 25_000, 10]) {
      append(...Array.from({ length: appended }, () => 'Tap'))
      await eventually(() => expect(log.delivered()).toBe(log.size()))
      const { revisions, last } = await readOn(windows, place, { limit: 5_000 })
      seen.push(...revisions)
      place = last.scannedTo
    }
    expect(seen).toEqual(upTo(log.size(), 1))
    expect([log.feedsOpened(), log.readsAsked()]).toEqual([3, 0])
  })

  test('slow the server down, so that a limited number of events is buffered', async () => {
    const { log, windows, append } = openWindows()
    append(...Array.from({ length: 60_000 }, () => 'Tap'))
    const page = await windows.readAll(START, { limit: 100 })
    await eventually(() => expect(log.isPaused()).toBe(true))
    expect(log.sent()).toBeLessThanOrEqual(10_100)
    expect((await readOn(windows, page.scannedTo)).revisions).toEqual(upTo(60_000, 100))
  })

  test('that leave before its end free their slot for others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { log, windows } = await openOld()
    for (let place = 5_000; place > 1_000; place -= 200)
      await windows.readAll(positionOf(BigInt(2 * place + 1)), { limit: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    vi.useRealTimers()
    const asked = log.readsAsked()
    expect((await readOn(windows, START)).revisions).toEqual(upTo(OLD))
    expect(log.readsAsked()).toBe(asked)
  })

  test('get Disposed, also while they wait for the end of the log', async () => {
    const { windows } = await openOld()
    const reading = windows.readAll(START)
    opened.pop()!.end()
    await expect(reading).rejects.toMatchObject({ code: 'Disposed' })
  })

  test('get events that do not match only as a later position', async () => {
    const { windows, log } = await openOld()
    const { revisions, last } = await readOn(windows, START, { filter: { types: ['Never'] } })
    expect([revisions, last.scannedTo]).toEqual([[], positionOf(BigInt(log.size() * 2 + 1))])
  })

  test('are answered by the server itself when their window ended', async () => {
    const { windows, log } = await openOld()
    const page = await windows.readAll(START, { limit: 100 })
    log.endFeeds(new StoreError('Unavailable', 'ended'))
    expect((await readOn(windows, page.scannedTo)).revisions).toEqual(upTo(OLD, 100))
  })
})

test('a damaged event is an error to readers of its type, after the events before it', async () => {
  const { log, windows, append } = openWindows()
  const start = append('Tap')
  await readOn(windows, start)
  append('Tap')
  const damaged = log.appendDamaged('Tap')
  append('Tap', 'Click')
  const page = await windows.readAll(start, { filter: TAPS })
  expect(page.events.map(({ revision }) => revision)).toEqual([1n])
  await expect(windows.readAll(page.scannedTo, { filter: TAPS })).rejects.toMatchObject({
    code: 'Corrupt',
    facts: { position: damaged },
  })
  expect((await readOn(windows, damaged, { filter: TAPS })).revisions).toEqual([3n])
  expect((await readOn(windows, start, { filter: { types: ['Click'] } })).revisions).toEqual([4n])
})
