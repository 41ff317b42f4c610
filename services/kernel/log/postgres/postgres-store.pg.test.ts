import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectionConfig } from '../../../platform/postgres/pool.ts'
import type { StoreError } from '@app/contracts/event-store.ts'
import { createTestDatabase, urlThrough } from '../../../../tests/support/test-database.ts'
import type { OpenOptions } from '../contract/harness.ts'
import { eventStoreContract, type StoreHarness } from '../contract/event-store.contract.ts'
import { openPostgresEventStore } from './postgres-store.ts'
import { openTcpProxy } from '../testing/tcp-proxy.ts'

const MARCH_MS = Date.UTC(2026, 2, 2)
const APPLICATION = 'contract'

/** A proxy between adapter and server, so that a test can cut off the adapter alone. */
async function openPostgresHarness(): Promise<StoreHarness> {
  const database = await createTestDatabase()
  const direct = new URL(database.url)
  const proxy = await openTcpProxy({ host: direct.hostname, port: Number(direct.port) })
  const through = urlThrough(proxy.port, database.url)
  let elsewhere: ReturnType<typeof createTestDatabase> | undefined

  const openOn = (url: string, options: OpenOptions = {}) =>
    openPostgresEventStore({
      connection: connectionConfig(url, { role: 'svc_app', applicationName: APPLICATION }),
      now: () => new Date(MARCH_MS),
      newId: randomUUID,
      ...options,
    })

  async function asOwner(text: string, values: unknown[] = []): Promise<void> {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(text, values)
    } finally {
      await client.end()
    }
  }

  return {
    open: (options) => openOn(through, options),
    openElsewhere: async () => openOn((await (elsewhere ??= createTestDatabase())).url),
    restart: async () => {
      await proxy.stop()
      await asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = '${APPLICATION}'`,
      )
      await proxy.start()
    },
    stopServer: () => proxy.stop(),
    startServer: () => proxy.start(),
    freezeServer: async () => proxy.freeze(),
    thawServer: async () => proxy.thaw(),
    writeForeign: ({ stream, type, dataText, metaText }) =>
      asOwner(
        `insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
         select (select coalesce(max(position), 0) + 1 from log.events),
           $1, (select coalesce(max(revision), -1) + 1 from log.events where stream = $1), $2, $3, 1, $4, $5, $6`,
        [stream, randomUUID(), type, dataText, metaText, new Date(MARCH_MS)],
      ),
    dispose: async () => proxy.close(),
  }
}

eventStoreContract('postgres', openPostgresHarness)

test('an event that a constraint refuses takes none of the appends with it that arrived beside it', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`alter table log.events add check (type <> 'Refused')`)
  await owner.end()
  const store = await openPostgresEventStore({
    connection: connectionConfig(database.url, { role: 'svc_app', applicationName: APPLICATION }),
    now: () => new Date(MARCH_MS),
    newId: randomUUID,
  })
  const append = (type: string, nth: number) =>
    store.append(`test-${nth}`, 'noStream', [
      {
        id: randomUUID(),
        type,
        version: 1,
        data: {},
        meta: {
          actor: { kind: 'system', id: 'test' },
          occurredAt: new Date(MARCH_MS).toISOString(),
          correlationId: randomUUID(),
          causationId: null,
        },
      },
    ])
  const answers = await Promise.allSettled(['Taken', 'Refused', 'Taken'].map(append))
  expect(
    answers.map((one) => (one.status === 'rejected' ? (one.reason as StoreError).code : 'taken')),
  ).toEqual(['taken', 'Invalid', 'taken'])
  await store.dispose()
})
