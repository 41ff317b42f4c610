import { STORE_LIMITS, type EventStore, type Filter, type Position } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { LONG, aMoment, idsOf, mustGoOn, readOn, type ContractCases, type World } from './contract-fixture.ts'

export const orderingCases: ContractCases = {
  ...(LONG
    ? {
        '[22] under 8 writers the log is in commit order, strictly increasing, without doubles [LOG-3]':
          inOrder,
      }
    : {}),
  '[23] readers that follow 8 writers miss nothing, in pages of any size, whatever they scan [LOG-3]':
    nothingMissed,
  '[24] a reader never sees a part of an append [LOG-3]': allOrNothing,
}

const WRITERS = 8
const APPENDS = LONG ? 200 : 8

/** One writer: appends of 1 to `most` events to a stream of its own, each after the last was answered. */
async function write(
  world: World,
  store: EventStore,
  { most, tick }: { most: number; tick: () => number },
): Promise<Write[]> {
  const written: Write[] = []
  const stream = world.stream()
  let head: bigint | 'noStream' = 'noStream'
  for (let append = 0; append < APPENDS; append += 1) {
    const size = 1 + world.random.int(most)
    const data = { batch: `${stream}#${append}`, size }
    const type = world.random.int(8) === 0 ? 'Rare' : 'Common'
    await aMoment(world.random)
    const issued = tick()
    const { revision, position } = await store.append(stream, head, world.events(size, { data, type }))
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
async function startWriting(world: World, most: number) {
  const handles = [world.store, await world.open(), await world.open()]
  let ticks = 0
  const tick = () => (ticks += 1)
  const state = { isOver: false }
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    write(world, handles[index % handles.length] ?? world.store, { most, tick }),
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
  const rare = { filter: { types: ['Rare'] } }
  const { state, finished } = await startWriting(world, 3)
  const follow = async (scannedEventsMax: number, options: { readonly filter?: Filter }) => {
    const reader = await world.open({ scannedEventsMax })
    const seen: string[] = []
    let place = world.start
    for (let isLast = false; ; isLast = state.isOver) {
      const head = await reader.headPosition()
      const page = await reader.readAll(place, { ...options, limit: 1 + world.random.int(20) })
      mustGoOn(place, page)
      if (page.isAtHead) expect(page.scannedTo >= head).toBe(true)
      seen.push(...idsOf(page.events))
      place = page.scannedTo
      if (isLast && page.isAtHead) return { seen, options }
      await aMoment(world.random)
    }
  }
  const following = [follow(1_000, {}), follow(3, {}), follow(7, rare), follow(40, rare)]
  await finished
  for (const { seen, options } of await Promise.all(following))
    expect(seen).toEqual(idsOf(await readOn(world.store, world.start, options)))
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
