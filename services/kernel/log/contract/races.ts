import type { EventStore, Filter, Position } from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { expect } from 'vitest'
import { isLong } from '../../../../tests/support/longer-runs.ts'
import { idsOf, mustGoOn, readOn, type ContractCases, type World } from './contract-fixture.ts'

export const raceCases: ContractCases = {
  '[23] readers that follow 8 writers miss nothing and see no part of an append; the log is in the order of commits [LOG-3]':
    nothingMissed,
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

async function write(world: World, store: EventStore, tick: () => number): Promise<Write[]> {
  const written: Write[] = []
  const stream = world.stream()
  let head: bigint | 'noStream' = 'noStream'
  for (let append = 0; append < APPENDS; append += 1) {
    const size = 1 + world.int(9)
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

async function nothingMissed(world: World) {
  const { store, start } = world
  const handles = [store, await world.open(), await world.open()]
  let [ticks, isOver] = [0, false]
  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, index) => write(world, handles[index % 3]!, () => (ticks += 1))),
  ).finally(() => (isOver = true))
  const follow = async (scannedEventsMax: number, options: { readonly filter?: Filter }) => {
    const reader = await world.open({ scannedEventsMax })
    const seen: string[] = []
    let place = start
    for (let isLast = false; ; isLast = isOver) {
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
  const rare = { filter: { types: ['Rare'] } }
  const following = [follow(1_000, {}), follow(3, {}), follow(7, rare), follow(40, rare)]
  while (!isOver) {
    const { events } = await handles[1]!.readAll(start, { limit: STORE_LIMITS.readLimitMax })
    const stream = events.at(-1)?.stream
    const ofStream = stream === undefined ? [] : await store.readStream(stream, { limit: 10_000 })
    for (const seen of [events, ofStream]) expect(partsOf(seen.map(({ data }) => data))).toEqual([])
    await aMoment(world)
  }
  const writes = (await writing).flat()
  for (const { seen, options } of await Promise.all(following))
    expect(seen).toEqual(idsOf(await readOn(store, start, options)))

  const log = await readOn(store, start)
  expect(new Set(idsOf(log)).size).toBe(log.length)
  expect(log.every(({ position }, index) => position > (log[index - 1]?.position ?? start))).toBe(true)
  const outOfOrder = writes.filter((early) =>
    writes.some((late) => early.answered < late.issued && early.position >= late.position),
  )
  expect(outOfOrder).toEqual([])
}

function partsOf(seen: readonly { readonly [key: string]: unknown }[]): readonly unknown[] {
  const counts = new Map<unknown, number>()
  for (const { batch } of seen) counts.set(batch, (counts.get(batch) ?? 0) + 1)
  return seen.filter(({ batch, size }) => counts.get(batch) !== size)
}
