import { headOf } from '../testing/head-of.ts'
import { START, STORE_LIMITS, type Filter, type StoredEvent } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, readOn, type ContractCase, type World } from './contract-fixture.ts'

export const readingCases: readonly ContractCase[] = [
  { title: '[18] a stream that is missing reads as empty, and has no head', run: missingStream },
  { title: '[19] backward from the end with limit 1 is the last event', run: lastEvent },
  {
    title: '[20] a stream is read from a revision on, inclusive; beyond its head it is empty',
    run: fromRevision,
  },
  { title: '[20b] backward from a revision goes down from there, inclusive', run: backwardFrom },
  { title: '[20c] pages of a stream, in both directions, put together are the stream', run: pagesOfStream },
  { title: '[21] readAll begins after a position; after the head it is empty', run: allAfter },
  { title: '[25] pages of 1, 7 and 1,000 give the same log', run: pagesOfLog },
  { title: '[25b] a page without a limit has 1,000 events at most', run: defaultLimit },
  { title: '[26] the limit counts events that match', run: limitCountsMatches },
  { title: '[26c] types are exact', run: exactTypes },
  { title: '[26e] what was read is the reader’s own: changing it changes nothing', run: freshCopies },
]

async function missingStream({ store, stream }: World) {
  const name = stream()
  expect(await store.readStream(name)).toEqual([])
  expect(await store.readStream(name, { direction: 'backward', limit: 1 })).toEqual([])
  expect(await store.readStream(name, { from: 5n })).toEqual([])
  expect(await headOf(store, name)).toBe('noStream')
}

async function lastEvent({ store, stream, events }: World) {
  const name = stream()
  const sent = events(5)
  await store.append(name, 'noStream', sent)
  const last = await store.readStream(name, { direction: 'backward', limit: 1 })
  expect(idsOf(last)).toEqual([sent[4]?.id])
  expect(last[0]?.revision).toBe(4n)
}

async function fromRevision({ store, stream, events }: World) {
  const name = stream()
  const made = events(5)
  const sent = idsOf(made)
  await store.append(name, 'noStream', made)
  expect(idsOf(await store.readStream(name, { from: 0n }))).toEqual(sent)
  expect(idsOf(await store.readStream(name, { from: 2n }))).toEqual(sent.slice(2))
  expect(idsOf(await store.readStream(name, { from: 2n, limit: 2 }))).toEqual(sent.slice(2, 4))
  for (const from of [5n, 6n, 2n ** 62n]) expect(await store.readStream(name, { from })).toEqual([])
}

async function backwardFrom({ store, stream, events }: World) {
  const name = stream()
  await store.append(name, 'noStream', events(5))
  const down = async (from: bigint | undefined, limit: number) => {
    const options = { direction: 'backward', limit } as const
    const page = await store.readStream(name, from === undefined ? options : { ...options, from })
    return page.map(({ revision }) => revision)
  }
  expect(await down(undefined, 10)).toEqual([4n, 3n, 2n, 1n, 0n])
  expect(await down(2n, 10)).toEqual([2n, 1n, 0n])
  expect(await down(3n, 2)).toEqual([3n, 2n])
  expect(await down(0n, 2)).toEqual([0n])
  expect(await down(99n, 2)).toEqual([4n, 3n])
}

async function pagesOfStream({ store, stream, events }: World) {
  const name = stream()
  const sent = events(23)
  await store.append(name, 'noStream', sent)
  for (const limit of [1, 7, 23, 24]) {
    const forward: StoredEvent[] = []
    const backward: StoredEvent[] = []
    for (let from = 0n; from < 23n; from += BigInt(limit))
      forward.push(...(await store.readStream(name, { from, limit })))
    for (let from = 22n; from >= 0n; from -= BigInt(limit))
      backward.push(...(await store.readStream(name, { from, limit, direction: 'backward' })))
    expect(idsOf(forward)).toEqual(idsOf(sent))
    expect(idsOf(backward.reverse())).toEqual(idsOf(sent))
  }
}

async function allAfter({ store, stream, events, start }: World) {
  await store.append(stream(), 'noStream', events(2))
  const middle = await store.append(stream(), 'noStream', events(1))
  const last = await store.append(stream(), 'noStream', events(2))
  const { events: all } = await store.readAll(start)
  expect(all).toHaveLength(5)
  expect(all[2]?.position).toBe(middle.position)
  expect(all.every(({ position }) => position > start)).toBe(true)
  expect((await store.readAll(middle.position)).events).toEqual(all.slice(3))
  for (const end of [last.position, await store.headPosition()])
    expect((await store.readAll(end)).events).toEqual([])
  expect((await readOn(store, START)).slice(-5)).toEqual(all)
}

async function pagesOfLog({ store, stream, events, random, start }: World) {
  for (let append = 0; append < 10; append += 1)
    await store.append(stream(), 'noStream', events(1 + random.int(5)))
  const whole = await readOn(store, start, { limit: STORE_LIMITS.readLimitMax })
  for (const limit of [1, 7, 1_000]) expect(await readOn(store, start, { limit })).toEqual(whole)
  expect(whole.length).toBeGreaterThanOrEqual(10)
}

async function defaultLimit({ store, stream, events, start }: World) {
  const name = stream()
  for (let revision = -1n; revision < 1_199n; revision += 400n)
    await store.append(name, revision === -1n ? 'noStream' : revision, events(400))
  expect(await store.readStream(name)).toHaveLength(STORE_LIMITS.readLimitDefault)
  expect((await store.readAll(start)).events).toHaveLength(STORE_LIMITS.readLimitDefault)
  expect((await store.readAll(start, { limit: STORE_LIMITS.readLimitMax })).events).toHaveLength(1_200)
}

async function limitCountsMatches({ store, stream, event, start }: World) {
  const name = stream()
  const mixed = Array.from({ length: 40 }, (_, n) => event({ type: n % 8 === 7 ? 'Rare' : 'Common' }))
  await store.append(name, 'noStream', mixed)
  const rare = mixed.filter(({ type }) => type === 'Rare')
  const filter: Filter = { types: ['Rare'] }
  expect(idsOf((await store.readAll(start, { filter, limit: 3 })).events)).toEqual(idsOf(rare.slice(0, 3)))
  expect(idsOf(await readOn(store, start, { filter, limit: 2 }))).toEqual(idsOf(rare))
  expect(idsOf((await store.readAll(start, { filter, limit: 100 })).events)).toEqual(idsOf(rare))
}

async function exactTypes({ store, stream, event, start }: World) {
  for (const type of ['Profile', 'ProfileTapped', 'Tapped', 'PROFILE'])
    await store.append(stream(), 'noStream', [event({ type })])
  const found = async (...types: readonly string[]) =>
    (await store.readAll(start, { filter: { types } })).events.map(({ type }) => type)
  expect(await found('Profile')).toEqual(['Profile'])
  expect(await found('Tapped', 'Profile', 'Profile')).toEqual(['Profile', 'Tapped'])
  expect(await found('profile', '%', 'P_ofile', '.*', '')).toEqual([])
  expect(await found()).toEqual([])
}

async function freshCopies({ store, stream, event }: World) {
  const name = stream()
  const sent = event({ data: { list: ['kept'] } })
  await store.append(name, 'noStream', [sent])
  const [first] = await store.readStream(name)
  Object.assign(first?.data ?? {}, { list: 'spoilt' })
  Object.assign(first?.meta ?? {}, { actor: 'spoilt' })
  const recordedAtMs = first?.recordedAt.getTime() ?? NaN
  first?.recordedAt.setTime(recordedAtMs + 1)
  const [second] = await store.readStream(name)
  expect(second?.data).toEqual({ list: ['kept'] })
  expect(second?.meta).toEqual(sent.meta)
  expect(second?.recordedAt.getTime()).toBe(recordedAtMs)
}
