import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { withConnection } from '@app/postgres/connection.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { createTestDatabase, urlThrough } from '../../../tests/support/test-database.ts'
import { openWorld, type StoreHarness, type World } from '../contract/contract-fixture.ts'
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

const APPENDS = 20
const COMMITS = 200
const NEWS = { interval: 1 }

test('an append wakes its own process once, and another one too', async () => {
  const { store, open, stream, event } = await ownWorld()
  const own: (ReadonlySet<string> | undefined)[] = []
  const others: (ReadonlySet<string> | undefined)[] = []
  store.watch((types) => own.push(types))
  const other = await open()
  other.watch((types) => others.push(types))
  // Both listen: each has announced that it may have missed something.
  await expect.poll(() => own.length * others.length, NEWS).toBeGreaterThan(0)
  own.length = 0
  others.length = 0
  // The server notifies both processes in order: notices of our own appends arrive before the last.
  for (let append = 1; append <= APPENDS; append += 1) {
    await store.append(stream(), 'noStream', [event({ type: 'Told' })])
    await expect.poll(() => others.length, NEWS).toBe(append)
  }
  await other.append(stream(), 'noStream', [event({ type: 'Last' })])
  await expect.poll(() => own.length, NEWS).toBeGreaterThan(APPENDS)
  expect(own).toEqual([...Array.from({ length: APPENDS }, () => new Set(['Told'])), undefined])
})

test('appends are announced after their commits, and many of them together', async () => {
  const { store, stream, event, databaseUrl } = await ownWorld()
  const heard: number[] = []
  await withConnection(databaseUrl, async (client) => {
    client.on('notification', ({ processId }) => heard.push(processId))
    await client.query('listen log_grown')
    // One after the other, so that each is a commit of its own.
    for (let append = 0; append < COMMITS; append += 1) await store.append(stream(), 'noStream', [event()])
    await expect.poll(() => heard.length, NEWS).toBeGreaterThan(0)
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
         and query like '%log.append(%' and pid <> pg_backend_pid()`,
    )
    expect(rows).toHaveLength(1)
    expect(heard).not.toContain(rows[0]!.pid)
    expect(heard.length).toBeLessThan(COMMITS / 2)
  })
})
