import { START, type Filter, type Position, type StoreError } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { headOf } from '../testing/head-of.ts'
import {
  idsOf,
  pagesOf,
  readOn,
  refusal,
  restart,
  untilAvailable,
  type ContractCases,
  type World,
} from './contract-fixture.ts'

export const readingCases: ContractCases = {
  '[18] a stream is read from a revision on, inclusive, or backward; beyond its head it is empty': oneStream,
  '[21] readAll begins after a position; at the head and behind it nothing was looked at': allAfter,
  '[26f] a read looks at a bounded number of events, and says how far': bounded,
  '[26g] a full page goes to its last event, a short one beyond it; types are exact': pageEnds,
  '[31d] watch calls back after an append of its handle, with its types, and no more once it is ended':
    watchFires,
  '[41] what a server writes for itself is never delivered': systemEvents,
  '[42] an event that another program wrote wrong is Corrupt, with its position': corrupt,
  '[43] handles that open a new log at once agree on its identity, which survives a restart': identity,
}

async function oneStream({ store, stream, events }: World) {
  const name = stream()
  expect(await headOf(store, name)).toBe('noStream')
  for (const options of [{}, { direction: 'backward', limit: 1 }, { from: 5n }] as const)
    expect(await store.readStream(name, options)).toEqual([])
  const sent = events(5)
  await store.append(name, 'noStream', sent)
  const read = async (...of: Parameters<typeof store.readStream>) => idsOf(await store.readStream(...of))
  expect(await read(name, { from: 0n })).toEqual(idsOf(sent))
  expect(await read(name, { from: 2n })).toEqual(idsOf(sent.slice(2)))
  expect(await read(name, { from: 2n, limit: 2 })).toEqual(idsOf(sent.slice(2, 4)))
  expect(await read(name, { direction: 'backward', limit: 3 })).toEqual(idsOf(sent.slice(2).toReversed()))
  for (const from of [5n, 6n, 2n ** 62n]) expect(await read(name, { from })).toEqual([])
}

const RARE: Filter = { types: ['Rare'] }

async function allAfter({ store, stream, events, start }: World) {
  await store.append(stream(), 'noStream', events(2))
  const middle = await store.append(stream(), 'noStream', events(1))
  const last = await store.append(stream(), 'noStream', events(2))
  const { events: all } = await store.readAll(start)
  expect(all).toHaveLength(5)
  expect(all[2]?.position).toBe(middle.position)
  expect(all.every(({ position }) => position > start)).toBe(true)
  expect((await store.readAll(middle.position)).events).toEqual(all.slice(3))
  expect((await readOn(store, START)).slice(-5)).toEqual(all)
  expect((await store.readAll(last.position)).events).toEqual([])
  const head = await store.headPosition()
  for (const after of [head, (head + 2n ** 32n) as Position])
    for (const options of [{}, { filter: RARE }, { limit: 1 }])
      expect(await store.readAll(after, options)).toEqual({ events: [], scannedTo: after, isAtHead: true })
  // Nothing matches, and still all of it was scanned.
  const { events: none, scannedTo } = (await pagesOf(store, START, { filter: { types: [] } })).at(-1)!
  expect([none, scannedTo >= head]).toEqual([[], true])
}

async function bounded({ store, open, stream, event, start }: World) {
  const narrow = await open({ scannedEventsMax: 10 })
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
}

async function pageEnds({ store, stream, event, start }: World) {
  const sent = Array.from({ length: 12 }, (_, n) => event({ type: n % 4 === 1 ? 'Rare' : 'Common' }))
  await store.append(stream(), 'noStream', sent)
  const full = await store.readAll(start, { filter: RARE, limit: 2 })
  expect([full.events.at(-1)?.id, full.scannedTo]).toEqual([sent[5]?.id, full.events.at(-1)?.position])
  expect(full.isAtHead).toBe(false)
  for (const types of [['rare'], ['R%'], ['Rar'], []])
    expect((await store.readAll(start, { filter: { types } })).events).toEqual([])
  const rest = await store.readAll(full.scannedTo, { filter: RARE, limit: 2 })
  expect(idsOf(rest.events)).toEqual([sent[9]?.id])
  const last = (await readOn(store, start)).at(-1)!.position
  expect(rest.isAtHead && rest.scannedTo >= last).toBe(true)
}

async function watchFires({ store, stream, event }: World) {
  const heard: string[] = []
  const watching = (name: string) =>
    store.watch((types) => heard.push(...[...(types ?? [])].map((type) => `${name} ${type}`)))
  watching('ended')()
  const end = watching('one')
  watching('other')
  await store.append(stream(), 'noStream', [event()])
  await expect.poll(() => heard.toSorted()).toEqual(['one ProfileTapped', 'other ProfileTapped'])
  end()
  end()
  heard.length = 0
  await store.append(stream(), 'noStream', [event()])
  await expect.poll(() => heard).toEqual(['other ProfileTapped'])
}

async function systemEvents(world: World) {
  const { store, open, stream, events, start } = world
  const sent = events(3)
  await store.append(stream(), 'noStream', sent.slice(0, 1))
  await store.append(stream(), 'noStream', sent.slice(1, 2))
  await restart(world)
  const fresh = await untilAvailable(open)
  await fresh.append(stream(), 'noStream', sent.slice(2))
  expect(idsOf(await readOn(fresh, start))).toEqual(idsOf(sent))
  expect(idsOf(await readOn(fresh, start, { limit: 1 }))).toEqual(idsOf(sent))
}

const VALID_META = JSON.stringify({
  actor: { kind: 'system', id: 'elsewhere' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: 'c',
  causationId: null,
})
const WRONG = [
  { dataText: '"just text"', metaText: VALID_META },
  { dataText: '[1, 2]', metaText: VALID_META },
  { dataText: '{}', metaText: '{}' },
  { dataText: '{}', metaText: 'null' },
]

async function corrupt({ harness, store, stream, event, start }: World) {
  const foreign = stream()
  const good: { readonly id: string; readonly position: Position }[] = []
  const writeGood = async () => {
    const sent = event()
    good.push({ id: sent.id, position: (await store.append(stream(), 'noStream', [sent])).position })
  }
  await writeGood()
  for (const wrong of WRONG) {
    await harness.writeForeign({ stream: foreign, type: 'Foreign', ...wrong })
    await writeGood()
  }
  let place = start
  for (const [index] of WRONG.entries()) {
    const error = await refusal(store.readAll(place), 'Corrupt')
    expect(error.retryable).toBe(false)
    place = positionIn(error)
    expect(place > (good[index]?.position ?? place)).toBe(true)
    expect(place < (good[index + 1]?.position ?? place)).toBe(true)
  }
  expect(idsOf((await store.readAll(place)).events)).toEqual(idsOf(good.slice(-1)))
  expect(idsOf((await store.readAll(start, { limit: 1 })).events)).toEqual(idsOf(good.slice(0, 1)))
  expect(idsOf(await readOn(store, start, { filter: { types: ['ProfileTapped'] } }))).toEqual(idsOf(good))
  positionIn(await refusal(store.readStream(foreign), 'Corrupt'))
}

function positionIn({ facts }: StoreError): Position {
  expect(typeof facts['position']).toBe('bigint')
  return facts['position'] as Position
}

async function identity(world: World) {
  const fresh = await world.freshHarness()
  const stores = await Promise.all(Array.from({ length: 5 }, () => fresh.open()))
  const [{ storeId }] = stores as [(typeof stores)[0]]
  expect(storeId.length).toBeGreaterThanOrEqual(32)
  expect(new Set(stores.map((store) => store.storeId))).toEqual(new Set([storeId]))
  await restart({ ...world, harness: fresh })
  stores.push(await untilAvailable(fresh.open))
  expect(stores.at(-1)!.storeId).toBe(storeId)
  const found = await untilAvailable(() => stores[0]!.readStream('store-identity'))
  const actor = expect.objectContaining({ kind: 'system' }) as unknown
  expect(found).toMatchObject([{ type: 'StoreCreated', version: 1, revision: 0n, meta: { actor } }])
  expect(found[0]!.data).toEqual({ storeId })
  await Promise.all(stores.map((store) => store.dispose()))
}
