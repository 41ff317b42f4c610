import { type StoreError, type Filter, type Position } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, untilAvailable, readOn, refusal, type ContractCases, type World } from './contract-fixture.ts'

export const foreignCases: ContractCases = {
  '[41] what a server writes for itself is never delivered': systemEvents,
  '[42] an event that another program wrote wrong is Corrupt, with its position': corrupt,
  '[43] the identity of a store is the same for all handles, survives a restart, and is its own': identity,
  '[43b] handles that open a new log at once agree on its identity': identityRace,
}

async function systemEvents({ harness, store, keep, stream, event, start }: World) {
  const sent = [event(), event(), event()]
  await store.append(stream(), 'noStream', sent.slice(0, 1))
  await store.append(stream(), 'noStream', sent.slice(1, 2))
  await harness.restart()
  const fresh = await keep(untilAvailable(() => harness.open()))
  await fresh.append(stream(), 'noStream', sent.slice(2))
  expect(idsOf(await readOn(fresh, start))).toEqual(idsOf(sent))
  expect((await readOn(fresh, start, { limit: 1 })).map(({ id }) => id)).toEqual(idsOf(sent))
}

const VALID_META = JSON.stringify({
  actor: { kind: 'system', id: 'elsewhere' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: 'c',
  causationId: null,
})
/** Mistakes of other programs: data that is no object, and meta that is missing or not ours. */
const WRONG = [
  { dataText: '"just text"', metaText: VALID_META },
  { dataText: '[1, 2]', metaText: VALID_META },
  { dataText: '{}', metaText: '{}' },
  { dataText: '{}', metaText: 'null' },
]

/** Good, wrong, good, wrong … good; one stream for all wrong events. */
async function writeMixed({ harness, store, stream, event }: World) {
  const foreign = stream('foreign-')
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
  return { foreign, good }
}

const positionIn = (error: StoreError): Position => {
  expect(typeof error.facts['position']).toBe('bigint')
  return error.facts['position'] as Position
}

const GOOD: Filter = { types: ['ProfileTapped'] }

async function corrupt(world: World) {
  const { store, start } = world
  const { foreign, good } = await writeMixed(world)
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
  expect(idsOf(await readOn(store, start, { filter: GOOD }))).toEqual(idsOf(good))
  positionIn(await refusal(store.readStream(foreign), 'Corrupt'))
}

async function identity({ harness, store, keep, open }: World) {
  const [first] = await store.readStream('store-identity')
  const actor = expect.objectContaining({ kind: 'system' }) as unknown
  expect(first).toMatchObject({ type: 'StoreCreated', version: 1, revision: 0n, meta: { actor } })
  expect(first?.data).toEqual({ storeId: store.storeId })
  expect(store.storeId.length).toBeGreaterThanOrEqual(32)
  expect((await open()).storeId).toBe(store.storeId)
  await harness.restart()
  expect((await keep(untilAvailable(() => harness.open()))).storeId).toBe(store.storeId)
  const other = await keep(harness.openElsewhere())
  expect(other.storeId).not.toBe(store.storeId)
  expect(await untilAvailable(() => store.readStream('store-identity'))).toHaveLength(1)
}

async function identityRace({ freshHarness, keep }: World) {
  const fresh = await freshHarness()
  const stores = await Promise.all(Array.from({ length: 5 }, () => keep(fresh.open())))
  expect(new Set(stores.map(({ storeId }) => storeId)).size).toBe(1)
  expect(await stores[0]?.readStream('store-identity')).toHaveLength(1)
}
