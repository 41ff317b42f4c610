import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { STORE_IDENTITY_STREAM } from '@app/contracts/record.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { newId } from '../../kernel/log/ids.ts'
import {
  createMemoryLog,
  openMemoryEventStore,
  type MemoryLog,
} from '../../kernel/log/testing/memory-store.ts'
import { readStream } from '../../kernel/codec.ts'
import { plainEvents } from '../../kernel/testing/memory-events.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { dyingAfter } from '../../kernel/testing/dying-store.ts'
import { quotationRequested, write } from '../../../tests/support/api/test-log.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import type { WrappingFiles } from '../../kernel/keys/wrapping-keys.ts'
import { wrappingFilesInMemory } from '../../kernel/keys/testing/wrapping-files-in-memory.ts'
import { backendOn } from '../testing/backend-on.ts'
import type { Backend } from './open-backend.ts'

/** The log is outside the databases, as in EventStoreDB. */

const now = (): Date => new Date('2026-11-22T12:00:00.000Z')
let log: MemoryLog
beforeEach(() => {
  log = createMemoryLog()
})

type Wrap = (store: EventStore) => EventStore

const openLog = (): Promise<EventStore> => openMemoryEventStore(log, { now, newId })

/** A database and its data folder. */
interface Database {
  readonly url: string
  readonly wrappingFiles: WrappingFiles
}

async function ownDatabase(): Promise<Database> {
  const { url } = await createTestDatabase()
  return { url, wrappingFiles: wrappingFilesInMemory() }
}

/** A start of the product. */
async function start({ url, wrappingFiles }: Database, wrap: Wrap = (store) => store): Promise<Backend> {
  const backend = await backendOn(url, { wrappingFiles, openEventLog: async () => wrap(await openLog()) })
  onTestFinished(backend.close)
  return backend
}

const wholeIdentity = async () => (await openLog()).readStream(STORE_IDENTITY_STREAM)
const boundVaults = async () => (await wholeIdentity()).slice(1).map(({ data }) => data.vaultId)

async function vaultIdOf({ url }: Database): Promise<string | undefined> {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ id: string }>('select id from vault.identity'),
  )
  return rows[0]?.id
}

/** An account, whose personal fields are sealed. */
async function registerSomebody({ store }: Pick<Backend, 'store'>): Promise<string> {
  const stream = `quotation-${randomUUID()}`
  await write(store, now(), stream, [quotationRequested({ contactPerson: 'Antonia Rivas' })])
  return stream
}

/** Restores the log to a state in which it names no vault. */
function forgetBinding(): void {
  const identity = log.streams.get(STORE_IDENTITY_STREAM)!
  expect(identity.map(({ type }) => type)).toEqual(['StoreCreated', 'VaultBound'])
  log.rows.splice(log.rows.indexOf(identity.pop()!), 1)
}

const refusalOf = (starting: Promise<unknown>): Promise<string> =>
  starting.then(
    () => 'it starts',
    (error: unknown) => (error instanceof StartError ? error.message : Promise.reject(error as Error)),
  )

/** The start must write neither to the database nor to the log. */
async function expectRefused(database: Database, words: RegExp): Promise<void> {
  const written = async () => [await contentsOf(database.url), await wholeLog(await openLog())]
  const before = await written()
  expect(await refusalOf(start(database))).toMatch(words)
  expect(await written()).toEqual(before)
}

const WITHOUT_ID = /no tiene las llaves de sus personas: .*respaldo/

test('a log refuses another vault, empty or with keys, and one that names none is bound to a vault with keys only [LOG-11]', async () => {
  const [database, empty, other] = [await ownDatabase(), await ownDatabase(), await ownDatabase()]
  const stream = await registerSomebody(await start(database))
  const own = log
  log = createMemoryLog()
  await registerSomebody(await start(other))
  log = own
  const missing = new RegExp(`le falta la bóveda ${await vaultIdOf(database)}\\)`)
  await expectRefused(empty, missing)
  await expectRefused(other, missing)

  const [event] = await readStream((await start(database)).store, stream)
  expect(event?.data.contactPerson).toBe('Antonia Rivas')

  forgetBinding()
  await expectRefused(empty, WITHOUT_ID)
  await start(database)
  expect(await boundVaults()).toEqual([await vaultIdOf(database)])
})

test('a start that dies before it binds the log is completed by the next one, and later ones write nothing', async () => {
  const database = await ownDatabase()
  await expect(start(database, (store) => dyingAfter(0, plainEvents(store)).log)).rejects.toThrow(
    'the process died',
  )
  const id = await vaultIdOf(database)
  expect([id, await boundVaults()]).toEqual([expect.any(String), []])
  for (let starts = 1; starts <= 2; starts += 1) await start(database)
  expect(await boundVaults()).toEqual([id])
  expect((await wholeLog(await openLog())).map(({ type }) => type)).toEqual(['StoreCreated', 'VaultBound'])
})

/** Makes all starts read an unbound log before any of them binds it. */
function allUnbound(count: number): Wrap {
  let read = 0
  let open = (): void => undefined
  const all = new Promise<void>((resolve) => (open = resolve))
  return (store) => ({
    ...store,
    append: async (...args) => {
      read += 1
      if (read === count) open()
      await all
      return store.append(...args)
    },
  })
}

test('one of two concurrent starts on two databases is refused', async () => {
  const databases = [await ownDatabase(), await ownDatabase()]
  const wrap = allUnbound(2)
  const said = await Promise.all(databases.map((database) => refusalOf(start(database, wrap))))
  expect(said.sort()).toEqual([expect.stringContaining('le falta la bóveda'), 'it starts'])
  expect(await boundVaults()).toHaveLength(1)
})

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** All rows of all tables of a database, as text. */
const contentsOf = (databaseUrl: string): Promise<ReadonlyMap<string, readonly string[]>> =>
  withConnection(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES)
    const contents = new Map<string, readonly string[]>()
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      contents.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return contents
  })
