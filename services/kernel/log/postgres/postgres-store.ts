import type { EventStore } from '@app/contracts/event-store.ts'
import { endPool, openPool } from '../../../platform/postgres/pool.ts'
import pg from 'pg'
import { openStore, type LogAdapter } from '../open-store.ts'
import { createGrowthListener } from './listener.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { createPostgresWriter } from './postgres-writer.ts'

/** One of them listens. */
const READ_CONNECTIONS = 5
const READ_MS_MAX = 2_500
/** Each statement finds its rows by a key. Otherwise a page, whose bounds differ each time, is planned each time. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

export interface PostgresEventStoreOptions {
  /** Connects as a login that may only append to the log and read it. */
  readonly connection: pg.ClientConfig
  readonly now: () => Date
  readonly newId: () => string
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

/** The migrations must have run. @throws StoreError Unavailable */
export const openPostgresEventStore = (options: PostgresEventStoreOptions): Promise<EventStore> =>
  openStore(createAdapter(options), options)

function createAdapter(options: PostgresEventStoreOptions): LogAdapter {
  const connect = connector(options.connection)
  const settings = [options.connection.options ?? '', PLANNED_ONCE].join(' ')
  const connection = { ...options.connection, options: settings }
  const reading = openPool({ ...connection, max: READ_CONNECTIONS, query_timeout: READ_MS_MAX })
  const listener = createGrowthListener(reading, options.newId())
  const reader = createPostgresReader(reading, options.scannedEventsMax)
  const writer = createPostgresWriter({ connect, reader, now: options.now, onGrown: listener.signal })
  return {
    append: writer.append,
    readStream: reader.readStream,
    headPosition: reader.headPosition,
    readPage: reader.readPage,
    watch: listener.watch,
    end: async () => {
      await Promise.all([writer.end(), listener.dispose()])
      await endPool(reading)
    },
  }
}

const connector = (connection: pg.ClientConfig) => async (): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  // An error without a listener would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
