import { headOf } from '../testing/head-of.ts'
import { START, STORE_LIMITS } from '@app/contracts/event-store.ts'
import { expect } from 'vitest'
import { idsOf, readOn, type ContractCases, type World } from './contract-fixture.ts'

export const readingCases: ContractCases = {
  '[18] a stream that is missing reads as empty, and has no head': missingStream,
  '[20] a stream is read from a revision on, inclusive; beyond its head it is empty': fromRevision,
  '[20b] backward goes down from the last event': backward,
  '[21] readAll begins after a position; after the head it is empty': allAfter,
  '[25b] a page without a limit has 1,000 events at most': defaultLimit,
  '[26c] types are exact': exactTypes,
}

async function missingStream({ store, stream }: World) {
  const name = stream()
  expect(await store.readStream(name)).toEqual([])
  expect(await store.readStream(name, { direction: 'backward', limit: 1 })).toEqual([])
  expect(await store.readStream(name, { from: 5n })).toEqual([])
  expect(await headOf(store, name)).toBe('noStream')
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

async function backward({ store, stream, events }: World) {
  const name = stream()
  await store.append(name, 'noStream', events(5))
  const page = await store.readStream(name, { direction: 'backward', limit: 3 })
  expect(page.map(({ revision }) => revision)).toEqual([4n, 3n, 2n])
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

async function defaultLimit({ store, stream, events, start }: World) {
  const name = stream()
  for (let revision = -1n; revision < 1_199n; revision += 400n)
    await store.append(name, revision === -1n ? 'noStream' : revision, events(400))
  expect(await store.readStream(name)).toHaveLength(STORE_LIMITS.readLimitDefault)
  expect((await store.readAll(start)).events).toHaveLength(STORE_LIMITS.readLimitDefault)
  expect((await store.readAll(start, { limit: STORE_LIMITS.readLimitMax })).events).toHaveLength(1_200)
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
