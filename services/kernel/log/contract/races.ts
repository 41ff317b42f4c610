import { STORE_LIMITS, type EventStore, type Filter, type Position } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { isLong } from '../../../../tests/support/longer-runs.ts'
import { idsOf, mustGoOn, readOn, type ContractCases, type World } from './contract-fixture.ts'

export const raceCases: ContractCases = {
  '[23] readers that follow 8 writers miss nothing, in pages of any size; the log is in the order of commits [LOG-3]':
    nothingMissed,
  '[24] a reader never sees a part of an append [LOG-3]': allOrNothing,
}

const WRITERS = 8
const APPENDS = isLong ? 200 : 8

interface Write {
  readonly issued: number
  readonly answered: number
  readonly position: Position
}

/** Some turns of the event loop, or none: makes writers and readers meet in many orders. */
async function aMoment({ int }: World): Promise<void> {
  for (let turns = int(4); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve))
}

/** One writer: appends of 1 to `most` events to a stream of its own, each after the last was answered. */
async function write(world: World, store: EventStore, most: number, tick: () => number): Promise<Write[]> {
  const written: Write[] = []
  const stream = world.stream()
  let head: bigint | 'noStream' = 'noStream'
  for (let append = 0; append < APPENDS; append += 1) {
    const size = 1 + world.int(most)
    const data = { batch: `${stream}#${append}`, size }
    const type = world.int(8) === 0 ? 'Rare' : 'Common'
    await aMoment(world)
    const issued = tick()
    const { revision, position } = await store.append(stream, head, world.events(size, { data, type }))
    written.push({ issued, answered: tick(), position })
    head = revision
  }
  return written
}

/** All writers at once, over three handles; `state` tells the readers beside them when to stop. */
async function startWriting(world: World, most: number) {
  const handles = [world.store, await world.open(), await world.open()]
  let ticks = 0
  const tick = () => (ticks += 1)
  const state = { isOver: false }
  const writers = Array.from({ length: WRITERS }, (_, index) => write(world, handles[index % 3]!, most, tick))
  const finished = Promise.all(writers).finally(() => (state.isOver = true))
  return { state, finished: finished.then((writes) => writes.flat()) }
}

async function nothingMissed(world: World) {
  const { store, start } = world
  const rare = { filter: { types: ['Rare'] } }
  const { state, finished } = await startWriting(world, 3)
  const follow = async (scannedEventsMax: number, options: { readonly filter?: Filter }) => {
    const reader = await world.open({ scannedEventsMax })
    const seen: string[] = []
    let place = start
    for (let isLast = false; ; isLast = state.isOver) {
      const head = await reader.headPosition()
      const page = await reader.readAll(place, { ...options, limit: 1 + world.int(20) })
      mustGoOn(place, page)
      if (page.isAtHead) expect(page.scannedTo >= head).toBe(true)
      seen.push(...idsOf(page.events))
      place = page.scannedTo
      if (isLast && page.isAtHead) return { seen, options }
      await aMoment(world)
    }
  }
  const following = [follow(1_000, {}), follow(3, {}), follow(7, rare), follow(40, rare)]
  const writes = await finished
  for (const { seen, options } of await Promise.all(following))
    expect(seen).toEqual(idsOf(await readOn(store, start, options)))

  const log = await readOn(store, start)
  expect(new Set(idsOf(log)).size).toBe(log.length)
  expect(log.every(({ position }, index) => position > (log[index - 1]?.position ?? start))).toBe(true)
  const positions = new Set(log.map(({ position }) => position))
  expect(writes.every(({ position }) => positions.has(position))).toBe(true)
  const outOfOrder = writes.filter((early) =>
    writes.some((late) => early.answered < late.issued && early.position >= late.position),
  )
  expect(outOfOrder).toEqual([])
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
    await aMoment(world)
  }
  await finished
  expect(looks).toBeGreaterThan(1)
}

/** Appends of which some events are there and some are not. */
function partsOf(seen: readonly { readonly [key: string]: unknown }[]): readonly unknown[] {
  const counts = new Map<unknown, number>()
  for (const { batch } of seen) counts.set(batch, (counts.get(batch) ?? 0) + 1)
  return seen.filter(({ batch, size }) => counts.get(batch) !== size)
}
