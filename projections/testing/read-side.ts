import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeEach } from 'vitest'
import {
  START,
  type Actor,
  type EventStore,
  type JsonObject,
  type NewEvent,
} from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { headOf } from '@app/services/kernel/log/testing/head-of.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/services/kernel/log/testing/memory-store.ts'
import { PLAIN_CODEC } from '@app/services/kernel/testing/memory-events.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { inTransaction } from '@app/services/platform/postgres/in-transaction.ts'
import { createPool } from '@app/services/platform/postgres/pool.ts'
import { createRowSeals, type RowSeals } from '@app/services/kernel/models/row-seals.ts'
import { NAMES } from '@app/services/kernel/keys/testing/names.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { findBuild, type Build } from '@app/services/kernel/models/builds.ts'
import { ensureBuild } from '@app/services/kernel/models/follow-builds.ts'
import { foldUpTo } from '@app/services/kernel/models/compare.ts'
import type { FoldDeps } from '@app/services/kernel/models/fold-build.ts'
import type { Projection } from '@app/services/kernel/models/projection.ts'

export const NOW = new Date('2026-11-20T12:00:00.000Z')
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

export interface Given {
  readonly type: string
  readonly data: JsonObject
  readonly at?: string
  readonly id?: string
  readonly stream?: string
  readonly version?: number
  readonly actor?: Actor
  readonly keyRef?: string
}

/** `visitor-…`, `account-…`, `profile-…` and the like: its texts are gone. */
export const erased = (subject: string, at = NOW.toISOString()): Given => ({
  type: 'SubjectErased',
  at,
  data: { subject },
})

export function eventOf(given: Given): NewEvent {
  const { type, data, at = NOW.toISOString(), id = randomUUID(), keyRef } = given
  return {
    id,
    type,
    version: given.version ?? CATALOGUE.get(type)?.version ?? 1,
    data,
    meta: {
      actor: given.actor ?? { kind: 'visitor', id: 'someone' },
      occurredAt: at,
      correlationId: id,
      causationId: null,
      ...(keyRef === undefined ? {} : { keyRef }),
    },
  }
}

const KEY_BYTES = 32
const sealsOf = (hasKey: boolean): RowSeals =>
  createRowSeals(
    {
      withBlocked: async (subjects) => ({
        keys: new Map(hasKey ? subjects.map((subject) => [subject, Buffer.alloc(KEY_BYTES, subject)]) : []),
        blocked: new Set(),
      }),
    },
    NAMES,
  )
const SEALS = sealsOf(true)
export const KEYLESS = sealsOf(false)

export type ReadSide = Awaited<ReturnType<typeof openSideOn>>

interface ReadDatabase {
  readonly url: string
  readonly db: pg.Pool
  readonly reader: pg.Pool
}

export async function openReadSide(): Promise<ReadSide> {
  const database = await openDatabase()
  return openSideOn(database, () => endDatabase(database))
}

/** For tests that only append and query: a database each costs more. What it returns opens an empty side. */
export function reusedReadSides(): () => Promise<ReadSide> {
  const all: ReadDatabase[] = []
  const free: ReadDatabase[] = []
  afterAll(async () => void (await Promise.all(all.map(endDatabase))))
  return async () => {
    const used = free.pop()
    const database = used ?? (await openDatabase())
    const side = await openSideOn(database, async () => void free.push(database))
    if (used === undefined) all.push(database)
    else await emptyBuilds(database.db, side.store.storeId)
    return side
  }
}

export function useReadSide(): ReadSide {
  const openSide = reusedReadSides()
  const side: Partial<ReadSide> = {}
  beforeEach(async () => void Object.assign(side, await openSide()))
  afterEach(() => side.close?.())
  return side as ReadSide
}

async function openDatabase(): Promise<ReadDatabase> {
  const { url } = await createTestDatabase()
  return {
    url,
    db: createPool(url, { role: 'svc_projector', applicationName: 'test', max: 8 }),
    reader: createPool(url, { role: 'svc_reader', applicationName: 'test', max: 6 }),
  }
}

async function endDatabase({ db, reader }: ReadDatabase): Promise<void> {
  await Promise.all([db.end(), reader.end()])
}

async function openSideOn({ url, db, reader }: ReadDatabase, closeDatabase: () => Promise<void>) {
  const store = await openMemoryEventStore(createMemoryLog(), { now: () => NOW, newId: randomUUID })
  return {
    db,
    reader,
    store,
    sealedRows: () => ({ db: reader, seals: SEALS }),
    openText: async (subject: string, column: string, sealed: unknown) =>
      (await SEALS.of([subject])).open({ subject, column }, sealed as string | null),
    given: async (...events: readonly Given[]) => {
      for (const given of events) {
        const stream = given.stream ?? `interaction-${given.id ?? randomUUID()}`
        await store.append(stream, await headOf(store, stream), [eventOf(given)])
      }
    },
    project: (projection: Projection, eventsMax = 1_000, seals = SEALS) =>
      projectAll({ db, store, seals }, projection, eventsMax),
    rows: async (sql: string, values: unknown[] = []) => (await reader.query<object>(sql, values)).rows,
    superuser: (sql: string) => withConnection(url, async (client) => void (await client.query(sql))),
    close: async () => {
      await store.dispose()
      await closeDatabase()
    },
  }
}

/** All builds without rows, before every event of another log. Empty tables stay: truncating one makes new files. */
const emptyBuilds = (db: pg.Pool, storeId: string): Promise<void> =>
  inTransaction(db, async (client) => {
    const { rows } = await client.query<{ table: string }>(
      // By ids: a name is looked up with the right to its schema, also where the plan drops the table afterwards.
      `select format('%I.%I', n.nspname, c.relname) as table
       from projection.builds b join pg_namespace n on n.nspname = b.build
       join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
       where pg_relation_size(c.oid) > 0`,
    )
    if (rows.length > 0) await client.query(`truncate ${rows.map(({ table }) => table).join(', ')}`)
    await client.query('delete from kernel.parked')
    await client.query(
      `update kernel.checkpoints set position = $1, store_id = $2,
         last_position = null, last_stream = null, last_revision = null, last_event = null`,
      [START, storeId],
    )
  })

async function projectAll(
  { db, store, seals }: { readonly db: pg.Pool; readonly store: EventStore; readonly seals: RowSeals },
  projection: Projection,
  eventsMax: number,
): Promise<Build> {
  const { name } = await ensureBuild(db, projection, { storeId: store.storeId, now: NOW })
  const deps: FoldDeps = {
    db,
    log: store,
    codec: PLAIN_CODEC,
    seals,
    now: () => NOW,
    eventsMax,
  }
  await foldUpTo(deps, projection, name, await store.headPosition())
  return (await findBuild(db, name))!
}
