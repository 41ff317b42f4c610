import {
  START,
  STORE_LIMITS,
  type EventStore,
  type Filter,
  type LogPage,
  type Position,
} from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, mustGoOn, readOn, type ContractCases, type World } from './contract-fixture.ts'

/** How many events one read of the log scans. */
export const scanningCases: ContractCases = {
  '[26f] a read looks at a bounded number of events, and says how far': bounded,
  '[26g] a full page goes to its last event, a short one beyond it': pageEnds,
  '[26h] at the head and behind it nothing was looked at': atHead,
}

const RARE: Filter = { types: ['Rare'] }

/** Pages from one position after the other, up to the head. */
async function pagesOf(
  store: EventStore,
  after: Position,
  options: { readonly limit?: number; readonly filter?: Filter } = {},
): Promise<readonly LogPage[]> {
  const pages: LogPage[] = []
  for (let place = after; ;) {
    const page = await store.readAll(place, options)
    mustGoOn(place, page)
    pages.push(page)
    if (page.isAtHead) return pages
    place = page.scannedTo
  }
}

async function bounded(world: World) {
  const { store, stream, event, start } = world
  const narrow = await world.open({ scannedEventsMax: 10 })
  const sent = Array.from({ length: 100 }, (_, n) =>
    event({ type: [34, 35, 90].includes(n) ? 'Rare' : 'Common' }),
  )
  await store.append(stream(), 'noStream', sent)
  const all = await readOn(store, start)
  const pages = await pagesOf(narrow, start, { filter: RARE })
  expect(idsOf(pages.flatMap(({ events }) => events))).toEqual(idsOf([sent[34]!, sent[35]!, sent[90]!]))
  expect(pages.filter(({ events }) => events.length === 0).length).toBeGreaterThan(5)
  for (const [index, { scannedTo }] of pages.entries()) {
    const before = pages[index - 1]?.scannedTo ?? start
    const lookedAt = all.filter(({ position }) => position > before && position <= scannedTo)
    expect(lookedAt.length).toBeLessThanOrEqual(10)
  }
  const end = pages.at(-1)!.scannedTo
  expect(end >= all.at(-1)!.position && end <= (await store.headPosition())).toBe(true)
  expect(STORE_LIMITS.scannedEventsMax).toBeGreaterThanOrEqual(STORE_LIMITS.readLimitMax)
}

async function pageEnds({ store, stream, event, start }: World) {
  const sent = Array.from({ length: 12 }, (_, n) => event({ type: n % 4 === 1 ? 'Rare' : 'Common' }))
  await store.append(stream(), 'noStream', sent)
  const full = await store.readAll(start, { filter: RARE, limit: 2 })
  expect([full.events.at(-1)?.id, full.scannedTo]).toEqual([sent[5]?.id, full.events.at(-1)?.position])
  expect(full.isAtHead).toBe(false)
  const rest = await store.readAll(full.scannedTo, { filter: RARE, limit: 2 })
  expect(idsOf(rest.events)).toEqual([sent[9]?.id])
  const last = (await readOn(store, start)).at(-1)!.position
  expect(rest.isAtHead && rest.scannedTo >= last).toBe(true)
}

async function atHead({ store, stream, event }: World) {
  await store.append(stream(), 'noStream', [event()])
  const head = await store.headPosition()
  for (const after of [head, (head + 2n ** 32n) as Position])
    for (const options of [{}, { filter: RARE }, { limit: 1 }])
      expect(await store.readAll(after, options)).toEqual({ events: [], scannedTo: after, isAtHead: true })
  // Nothing matches, and still all of it was scanned.
  const { events, scannedTo } = (await pagesOf(store, START, { filter: { types: [] } })).at(-1)!
  expect([events, scannedTo >= head]).toEqual([[], true])
}
