import { STORE_LIMITS, type EventStore } from '@app/contracts/event-store.ts'
import { endPool, openPool } from '@app/postgres/pool.ts'
import pg from 'pg'
import { storeDisposed } from '../append-refusals.ts'
import { checkExpected, prepareEvents } from '../check-append.ts'
import { createGrowthListener } from './listener.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { createPostgresWriter } from './postgres-writer.ts'
import { storeErrorOf } from './store-errors.ts'
import { ensureStoreIdentity } from '../store-identity.ts'

/** One of them listens. */
const READ_CONNECTIONS = 5
const READ_MS_MAX = 2_500
/** Each statement finds its rows by a key. Otherwise a page, whose bounds differ each time, is planned each time. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

export interface PostgresEventStoreOptions {
  /** Its login may only append to the log and read it. */
  readonly connection: pg.ClientConfig
  readonly now: () => Date
  readonly newId: () => string
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

/** The migrations must have run. @throws StoreError Unavailable */
export async function openPostgresEventStore(options: PostgresEventStoreOptions): Promise<EventStore> {
  const store = createHandle(options)
  try {
    return { ...store, storeId: await ensureStoreIdentity(store, options) }
  } catch (error) {
    await store.dispose()
    throw storeErrorOf(error, false)
  }
}

function createHandle(options: PostgresEventStoreOptions): Omit<EventStore, 'storeId'> {
  const connect = connector(options.connection)
  const settings = [options.connection.options ?? '', PLANNED_ONCE].join(' ')
  const connection = { ...options.connection, options: settings }
  const reading = openPool({ ...connection, max: READ_CONNECTIONS, query_timeout: READ_MS_MAX })
  const listener = createGrowthListener(reading, options.newId())
  const reader = createPostgresReader(reading, options.scannedEventsMax)
  const writer = createPostgresWriter({ connect, reader, now: options.now, onGrown: listener.signal })
  const life = createLife()
  return {
    append: async (stream, expected, events, { timeoutMs = STORE_LIMITS.appendTimeoutMs } = {}) => {
      checkExpected(expected)
      return writer.append(stream, expected, prepareEvents(stream, events), timeoutMs)
    },
    readStream: life.guard(reader.readStream),
    headPosition: life.guard(reader.headPosition),
    readAll: life.guard(reader.readAll),
    watch: listener.watch,
    dispose: () =>
      life.end(async () => {
        await Promise.all([writer.dispose(), listener.dispose()])
        await endPool(reading)
      }),
  }
}

function createLife() {
  let ended: Promise<void> | undefined
  const guard =
    <Arguments extends unknown[], Result>(use: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (ended !== undefined) throw storeDisposed()
      return use(...given)
    }
  return { guard, end: (close: () => Promise<void>) => (ended ??= Promise.resolve().then(close)) }
}

const connector = (connection: pg.ClientConfig) => async (): Promise<pg.Client> => {
  const client = new pg.Client(connection)
  // An error without a listener would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
