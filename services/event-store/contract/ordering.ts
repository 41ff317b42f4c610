import { headOf } from '../testing/head-of.ts'
import { STORE_LIMITS, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import {
  LONG,
  aMoment,
  idsOf,
  mustGoOn,
  untilAvailable,
  readOn,
  refusal,
  type ContractCase,
  type World,
} from './contract-fixture.ts'

export const orderingCases: readonly ContractCase[] = [
  {
    title: '[22] under 8 writers the log is in commit order, strictly increasing, without doubles [LOG-3]',
    run: inOrder,
    isOnlyInLane: true,
  },
  { title: '[23] a reader that follows while 8 writers write misses nothing [LOG-3]', run: nothingMissed },
  {
    title: '[23b] below the head that a reader has seen, nothing appears later [LOG-3]',
    run: nothingBelowHead,
    isOnlyInLane: true,
  },
  { title: '[24] a reader never sees a part of an append [LOG-3]', run: allOrNothing },
  { title: '[44] two stores in one process do not disturb each other', run: twoStores, breaksServer: true },
  { title: '[45] handles whose clocks are an hour off either way agree on everything', run: clockSkew },
]

const WRITERS = 8
const APPENDS = LONG ? 200 : 8

/** One writer: appends of 1 to `most` events to a stream of its own, each after the last was answered. */
async function write(
  world: World,
  store: EventStore,
  { most, appends, tick }: { most: number; appends: number; tick: () => number },
): Promise<Write[]> {
  const written: Write[] = []
  const stream = world.stream()
  let head: bigint | 'noStream' = 'noStream'
  for (let append = 0; append < appends; append += 1) {
    const size = 1 + world.random.int(most)
    const batch = { batch: `${stream}#${append}`, size }
    await aMoment(world.random)
    const issued = tick()
    const { revision, position } = await store.append(stream, head, world.events(size, { data: batch }))
    written.push({ issued, answered: tick(), position, size })
    head = revision
  }
  return written
}

interface Write {
  readonly issued: number
  readonly answered: number
  readonly position: Position
  readonly size: number
}

/** All writers at once, over three handles; `finished` tells the readers beside them when to stop. */
export async function startWriting(world: World, most: number, appends = APPENDS) {
  const handles = [world.store, await world.open(), await world.open()]
  let ticks = 0
  const tick = () => (ticks += 1)
  const state = { isOver: false }
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    write(world, handles[index % handles.length] ?? world.store, { most, appends, tick }),
  )
  const finished = Promise.all(writers).finally(() => (state.isOver = true))
  return { state, finished: finished.then((writes) => writes.flat()) }
}

async function inOrder(world: World) {
  const { finished } = await startWriting(world, 3)
  const writes = await finished
  const log = await readOn(world.store, world.start)
  expect(log).toHaveLength(writes.reduce((sum, { size }) => sum + size, 0))
  expect(new Set(idsOf(log)).size).toBe(log.length)
  const ordered = log.every(({ position }, index) => position > (log[index - 1]?.position ?? world.start))
  expect(ordered).toBe(true)
  const known = new Set(log.map(({ position }) => position))
  expect(writes.every(({ position }) => known.has(position))).toBe(true)
  const outOfOrder = writes.filter((early) =>
    writes.some((late) => early.answered < late.issued && early.position >= late.position),
  )
  expect(outOfOrder).toEqual([])
}

async function nothingMissed(world: World) {
  const [one, other] = [await world.open(), await world.open()]
  const types = { types: ['ProfileTapped'] }
  const { state, finished } = await startWriting(world, 3)
  const follow = async (store: EventStore, options: { readonly filter?: typeof types }) => {
    const seen: string[] = []
    let place = world.start
    for (let isLast = false; ; isLast = state.isOver) {
      const page = await store.readAll(place, { ...options, limit: 1 + world.random.int(20) })
      mustGoOn(place, page)
      seen.push(...idsOf(page.events))
      place = page.scannedTo
      if (isLast && page.isAtHead) return seen
      await aMoment(world.random)
    }
  }
  const following = [follow(one, {}), follow(other, { filter: types }), follow(world.store, {})]
  await finished
  const log = idsOf(await readOn(world.store, world.start))
  for (const seen of await Promise.all(following)) expect(seen).toEqual(log)
}

async function nothingBelowHead(world: World) {
  const reader = await world.open()
  const { state, finished } = await startWriting(world, 3)
  const snapshots: { readonly head: Position; readonly ids: readonly string[] }[] = []
  while (!state.isOver) {
    const head = await reader.headPosition()
    const below = (await readOn(reader, world.start)).filter(({ position }) => position <= head)
    snapshots.push({ head, ids: idsOf(below) })
    await aMoment(world.random)
  }
  await finished
  const log = await readOn(world.store, world.start)
  for (const { head, ids } of snapshots)
    expect(ids).toEqual(idsOf(log.filter(({ position }) => position <= head)))
  expect(snapshots.length).toBeGreaterThan(1)
}

async function allOrNothing(world: World) {
  const reader = await world.open()
  const { state, finished } = await startWriting(world, 9)
  let looks = 0
  while (!state.isOver) {
    const { events: log } = await reader.readAll(world.start, { limit: STORE_LIMITS.readLimitMax })
    const stream = log.at(-1)?.stream
    const ofStream = stream === undefined ? [] : await reader.readStream(stream, { limit: 10_000 })
    for (const seen of [log, ofStream]) expect(partsOf(seen.map(({ data }) => data))).toEqual([])
    looks += 1
    await aMoment(world.random)
  }
  await finished
  expect(looks).toBeGreaterThan(1)
}

/** Appends of which some events are there and some are not. */
function partsOf(seen: readonly { readonly [key: string]: unknown }[]): readonly string[] {
  const counts = new Map<string, number>()
  const sizes = new Map<string, unknown>()
  for (const { batch, size } of seen) {
    counts.set(String(batch), (counts.get(String(batch)) ?? 0) + 1)
    sizes.set(String(batch), size)
  }
  return [...counts].filter(([batch, count]) => sizes.get(batch) !== count).map(([batch]) => batch)
}

async function twoStores({ harness, store, keep, open, stream, event, start }: World) {
  const other = await keep(harness.openElsewhere())
  const doomed = await open()
  const elsewhereStart = await other.headPosition()
  const name = stream()
  const sent = Array.from({ length: 30 }, () => event())
  await store.append(name, 'noStream', [event()])
  expect(await headOf(other, name)).toBe('noStream')
  const appends = sent.map((one, index) => other.append(`${name}-${index}`, 'noStream', [one]))
  await Promise.all([doomed.dispose(), harness.stopServer()])
  const late = event()
  await other.append(name, 'noStream', [late])
  await refusal(store.append(`${name}-gone`, 'noStream', [event()]), 'Unavailable', 'Timeout')
  await harness.startServer()
  expect((await Promise.all(appends)).map(({ replayed }) => replayed)).not.toContain(true)
  const elsewhere = await readOn(other, elsewhereStart)
  expect(new Set(idsOf(elsewhere))).toEqual(new Set(idsOf([...sent, late])))
  expect((await untilAvailable(() => store.readAll(start, { limit: 1 }))).events[0]?.stream).toBe(name)
  expect(other.storeId).not.toBe(store.storeId)
}

const HOUR_MS = 3_600_000

async function clockSkew({ harness, store, keep, stream, event, start }: World) {
  const openAt = (offsetMs: number) => keep(harness.openAtClock?.(offsetMs) ?? harness.open())
  const [ahead, behind] = [await openAt(HOUR_MS), await openAt(-HOUR_MS)]
  const name = stream()
  const sent = Array.from({ length: 12 }, (_, n) =>
    event({ meta: { ...event().meta, occurredAt: instant(n) } }),
  )
  for (const [index, one] of sent.entries()) {
    const handle = [store, ahead, behind][index % 3] ?? store
    await handle.append(name, index === 0 ? 'noStream' : BigInt(index - 1), [one], { timeoutMs: 2_000 })
  }
  for (const handle of [store, ahead, behind]) {
    expect(idsOf(await handle.readStream(name))).toEqual(idsOf(sent))
    expect(idsOf(await readOn(handle, start))).toEqual(idsOf(sent))
    expect(await handle.append(name, 'noStream', sent.slice(0, 3))).toMatchObject({ replayed: true })
  }
}

/** Clocks of causes differ as well: every second event is dated an hour earlier. */
const instant = (n: number): string => new Date(Date.UTC(2026, 2, 2, 12 - (n % 2), n)).toISOString()
