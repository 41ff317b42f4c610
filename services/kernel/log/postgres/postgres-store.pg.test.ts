import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../../../platform/postgres/connection.ts'
import { connectionConfig } from '../../../platform/postgres/pool.ts'
import type { StoredEvent } from '@app/contracts/event-store.ts'
import { createTestDatabase, urlThrough } from '../../../../tests/support/test-database.ts'
import { openWorld, untilAvailable, type StoreHarness, type World } from '../contract/contract-fixture.ts'
import { eventStoreContract } from '../contract/event-store.contract.ts'
import { openTcpProxy } from '../testing/tcp-proxy.ts'
import { openPostgresEventStore } from './postgres-store.ts'

const MARCH_MS = Date.UTC(2026, 2, 2)
const APPLICATION = 'contract'

/** A proxy between adapter and server, so that a test can cut off the adapter alone. */
async function openPostgresHarness(): Promise<StoreHarness & { readonly databaseUrl: string }> {
  const { url: databaseUrl } = await createTestDatabase()
  const direct = new URL(databaseUrl)
  const proxy = await openTcpProxy({ host: direct.hostname, port: Number(direct.port) })
  const through = urlThrough(proxy.port, databaseUrl)
  const asOwner = (text: string, values: unknown[]): Promise<unknown> =>
    withConnection(databaseUrl, (client) => client.query(text, values))
  return {
    databaseUrl,
    open: (options) =>
      openPostgresEventStore({
        connection: connectionConfig(through, { role: 'svc_app', applicationName: APPLICATION }),
        now: () => new Date(MARCH_MS),
        newId: randomUUID,
        ...options,
      }),
    stopServer: async () => {
      await proxy.stop()
      const sessions = 'pg_stat_activity where datname = current_database() and application_name = $1'
      await asOwner(`select pg_terminate_backend(pid) from ${sessions}`, [APPLICATION])
    },
    startServer: proxy.start,
    freezeServer: async () => proxy.freeze(),
    thawServer: async () => proxy.thaw(),
    writeForeign: async ({ stream, type, dataText, metaText }) =>
      void (await asOwner(
        `insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
         select (select coalesce(max(position), 0) + 1 from log.events),
           $1, (select coalesce(max(revision), -1) + 1 from log.events where stream = $1), $2, $3, 1, $4, $5, $6`,
        [stream, randomUUID(), type, dataText, metaText, new Date(MARCH_MS)],
      )),
    dispose: proxy.close,
  }
}

eventStoreContract('postgres', openPostgresHarness)

async function ownWorld(): Promise<World & { readonly databaseUrl: string }> {
  const harness = await openPostgresHarness()
  const world = await openWorld('postgres', harness, openPostgresHarness)
  onTestFinished(() => world.end().then(harness.dispose))
  return { ...world, databaseUrl: harness.databaseUrl }
}

test('an event that a constraint refuses takes none of the appends with it that arrived beside it', async () => {
  const { store, stream, event, databaseUrl } = await ownWorld()
  await withConnection(databaseUrl, (client) =>
    client.query(`alter table log.events add check (type <> 'Refused')`),
  )
  const types = ['Taken', 'Refused', 'Taken']
  const answers = await Promise.allSettled(
    types.map((type) => store.append(stream(), 'noStream', [event({ type })])),
  )
  const taken = { status: 'fulfilled' }
  expect(answers).toMatchObject([taken, { reason: { code: 'Invalid' } }, taken])
})

test('a follower gets its process’s newest events from memory, and those of others between them, each once', async () => {
  const { store, open, stream, events, start, int, databaseUrl } = await ownWorld()
  const other = await open()
  const seen: StoredEvent[] = []
  let place = start
  const follow = async (): Promise<void> => {
    for (let isAtHead = false; !isAtHead;) {
      const page = await store.readAll(place, { isFollowing: true, limit: 1 + int(4) })
      seen.push(...page.events)
      ;({ isAtHead, scannedTo: place } = page)
    }
  }
  for (let n = 0; n < 40; n += 1) {
    const [first, second] = [int(3) === 0 ? other : store, int(3) === 0 ? other : store]
    const add = (to: typeof store) => to.append(stream(), 'noStream', events(1 + int(3)))
    await Promise.all([add(first), add(second)])
    if (int(2) === 0) await follow()
  }
  // The first one ends at the head of this process.
  await follow()
  await follow()
  expect(seen).toEqual((await store.readAll(start)).events)
  await store.append(stream(), 'noStream', events(2))
  await withConnection(databaseUrl, (client) => client.query('truncate log.events'))
  expect((await store.readAll(place, { isFollowing: true })).events).toHaveLength(2)
})

test('a follower gets no event from memory that a restored server lacks', async () => {
  const { store, open, harness, stream, events, databaseUrl } = await ownWorld()
  const kept = await store.append(stream(), 'noStream', events(1))
  await store.append(stream(), 'noStream', events(2))
  await harness.stopServer()
  await withConnection(databaseUrl, (client) =>
    client.query('delete from log.events where position > $1', [kept.position]),
  )
  await harness.startServer()
  await (await open()).append(stream(), 'noStream', events(2))
  const { events: stored } = await untilAvailable(() => store.readAll(kept.position))
  expect((await store.readAll(kept.position, { isFollowing: true })).events).toEqual(stored)
})
