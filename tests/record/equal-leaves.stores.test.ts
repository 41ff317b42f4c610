import { afterAll, expect, test } from 'vitest'
import type { EventStore } from '@app/contracts/event-store.ts'
import { untilAvailable } from '@app/event-store/contract/contract-fixture.ts'
import { openEventStoreDb } from '@app/event-store/eventstoredb/eventstoredb-store.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { leafOf } from '@app/record/leaf.ts'
import { openStandIn } from '../eventstoredb/stand-in-process.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { appendSealed, checkpointsOf, idOf, sealedLogOf } from './sealed-log.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/** All stores get one identity, which is an event as well. */
const deps = {
  now: () => new Date('2026-11-23T12:00:00.000Z'),
  newId: () => idOf('5707', 1),
  random: Math.random,
}

const STORES: Readonly<Record<string, (url: string) => Promise<EventStore>>> = {
  memory: () => openMemoryEventStore(createMemoryLog(), deps),
  PostgreSQL: (url) =>
    openPostgresEventStore({
      ...deps,
      connection: connectionConfig(url, { role: 'svc_app', applicationName: 'equal-leaves' }),
    }),
  EventStoreDB: async () => {
    const server = await openStandIn()
    closing.push(server.dispose)
    return untilAvailable(() => openEventStoreDb({ ...deps, url: server.url }))
  },
}

async function sealedOn(open: (url: string) => Promise<EventStore>) {
  const { url } = await createTestDatabase()
  const log = await open(url)
  const sealed = sealedLogOf(log, url)
  closing.push(async () => {
    await sealed.pool.end()
    await log.dispose()
  })
  await appendSealed(sealed, [3, 30, 1])
  const events = await wholeLog(log)
  return {
    positions: events.map(({ position }) => position),
    leaves: events.map((event) => leafOf(event).toString()),
    checkpoints: await checkpointsOf(log),
  }
}

test('the same events have the same leaves, roots and signatures on every store [SEAL-10]', async () => {
  const logs = await Promise.all(Object.values(STORES).map(sealedOn))
  const [memory, postgres, eventStoreDb] = logs
  expect(memory!.leaves).toHaveLength(39)
  expect(memory!.checkpoints).toHaveLength(3)
  for (const { leaves, checkpoints } of [postgres!, eventStoreDb!]) {
    expect(leaves).toEqual(memory!.leaves)
    expect(checkpoints).toEqual(memory!.checkpoints)
  }
  // Otherwise it would show nothing: the stores number differently.
  expect(new Set(logs.map(({ positions }) => positions.join())).size).toBe(3)
})
