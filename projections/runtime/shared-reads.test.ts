import { expect, test } from 'vitest'
import type { EventStore, ReadAllOptions } from '@app/contracts/event-store.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { sharingReads } from './shared-reads.ts'

const NOW = new Date('2026-03-02T12:00:00Z')

const eventOf = (n: number, type: string) => {
  const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const actor = { kind: 'system', id: 'test' } as const
  const meta = { actor, occurredAt: NOW.toISOString(), correlationId: id, causationId: null }
  return { id, type, version: 1, data: {}, meta }
}

async function openCounted() {
  const store = await openMemoryEventStore(createMemoryLog(), {
    now: () => NOW,
    newId: () => '00000000-0000-7000-8000-0000000000ff',
  })
  const reads: ReadAllOptions[] = []
  const counted: Pick<EventStore, 'readAll'> = {
    readAll: (after, options = {}) => {
      reads.push(options)
      return store.readAll(after, options)
    },
  }
  return { store, reads, shared: sharingReads(counted) }
}

const of = (...types: string[]) => ({ limit: 100, filter: { types } })

test('what is asked for in one turn is one read, of which each gets its own types', async () => {
  const { store, reads, shared } = await openCounted()
  const after = await store.headPosition()
  await store.append('a-1', 'noStream', [eventOf(1, 'Opened'), eventOf(2, 'Closed'), eventOf(3, 'Opened')])
  const pages = await Promise.all([
    shared.readAll(after, of('Opened')),
    shared.readAll(after, of('Closed', 'Opened')),
    shared.readAll(after, of('Renamed')),
  ])
  expect(reads).toEqual([of('Opened', 'Closed', 'Renamed')])
  expect(pages.map(({ events }) => events.map(({ revision }) => revision))).toEqual([
    [0n, 2n],
    [0n, 1n, 2n],
    [],
  ])
  const head = await store.headPosition()
  expect(pages.map(({ scannedTo, isAtHead }) => [scannedTo, isAtHead])).toEqual(pages.map(() => [head, true]))
})

test('an event that is appended after a read has begun is in the next one', async () => {
  const { store, reads, shared } = await openCounted()
  const after = await store.headPosition()
  const first = shared.readAll(after, of('Opened'))
  while (reads.length === 0) await new Promise(setImmediate)
  await store.append('a-1', 'noStream', [eventOf(1, 'Opened')])
  const second = await shared.readAll(after, of('Opened'))
  expect([(await first).events.length, second.events.length, reads.length]).toEqual([0, 1, 2])
})

test('another place, another number of events and another filter are reads of their own', async () => {
  const { store, reads, shared } = await openCounted()
  const after = await store.headPosition()
  const { position } = await store.append('a-1', 'noStream', [eventOf(1, 'Opened')])
  const prefix = { limit: 100, filter: { streamPrefixes: ['a-'] } }
  await Promise.all([
    shared.readAll(after, of('Opened')),
    shared.readAll(position, of('Opened')),
    shared.readAll(after, { ...of('Opened'), limit: 1 }),
    shared.readAll(after, prefix),
    shared.readAll(after),
  ])
  expect(reads).toHaveLength(5)
})

test('a read that fails fails for all that share it, and none after it', async () => {
  let isAway = true
  const shared = sharingReads({
    readAll: (after) =>
      isAway
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ events: [], scannedTo: after, isAtHead: true }),
  } as Pick<EventStore, 'readAll'>)
  const { store } = await openCounted()
  const after = await store.headPosition()
  const both = await Promise.allSettled([
    shared.readAll(after, of('Opened')),
    shared.readAll(after, of('Closed')),
  ])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect((await shared.readAll(after, of('Opened'))).isAtHead).toBe(true)
})
