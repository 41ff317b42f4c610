import type { EventStore, OnGrown } from '@app/contracts/event-store.ts'
import { endPool, openPool } from '@app/postgres/pool.ts'
import pg from 'pg'
import { openStore, type LogAdapter } from '../open-store.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { createPostgresWriter } from './postgres-writer.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { createLogWatchers } from '../watchers.ts'
import { keepListening } from '@app/postgres/listening-connection.ts'

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

/** So rare that announcing costs nothing, and more often than other processes poll. */
const GAP_MS = 10
const LOOK_MS = 60_000
const DISPOSE_MS_MAX = 1_000

/**
 * A hint only: every follower polls as well.
 * @param id of this handle, which ignores its own announcements
 */
function createGrowthListener(db: pg.Pool, id: string) {
  const watchers = createLogWatchers()
  let announcing: NodeJS.Timeout | undefined
  let line: ReturnType<typeof keepListening> | undefined

  async function announce(): Promise<void> {
    announcing = undefined
    const text = "select pg_notify('log_grown', $1)"
    await db.query({ name: 'announce', text, values: [id] }).catch(() => undefined)
  }

  return {
    watch: (onGrown: OnGrown) => {
      line ??= keepListening({
        db,
        channel: 'log_grown',
        onNotification: (payload) => payload === id || watchers.wake(),
        // Appends from the time without a connection were announced to nobody.
        look: async () => watchers.wake(),
        lookMs: LOOK_MS,
      })
      return watchers.watch(onGrown)
    },
    /** To be called after an append of this process: wakes its followers, and those of others a moment later. */
    signal: (types: ReadonlySet<string>) => {
      watchers.wake(types)
      announcing ??= setTimeout(() => void announce(), GAP_MS)
    },
    dispose: async () => {
      watchers.clear()
      clearTimeout(announcing)
      const last = announcing && announce()
      await withTimeout(Promise.all([last, line?.stop()]), DISPOSE_MS_MAX, () => undefined)
    },
  }
}
