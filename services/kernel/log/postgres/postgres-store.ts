import type { EventStore } from '@app/contracts/event-store.ts'
import { endPool, openPool } from '../../../platform/postgres/pool.ts'
import type pg from 'pg'
import { createLogWatchers, openStore, type LogAdapter } from '../open-store.ts'
import { createWindow, recordedOf, type Written } from '../newest-events.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { PostgresWriter } from './postgres-writer.ts'

const READ_CONNECTIONS = 5
const READ_MS_MAX = 2_500
/** Texts of this process's newest events, which its followers read without the database. */
const OWN_BYTES_MAX = 8_000_000
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
  const connection = { ...options.connection, options: `${options.connection.options ?? ''} ${PLANNED_ONCE}` }
  const reading = openPool({ ...connection, max: READ_CONNECTIONS, query_timeout: READ_MS_MAX })
  const watchers = createLogWatchers()
  // The connection stays open at rest, so that no append waits for one.
  const writing = openPool({ ...options.connection, max: 1, idleTimeoutMillis: 0 })
  const reader = createPostgresReader(reading, options.scannedEventsMax)
  let own = createWindow(OWN_BYTES_MAX)
  writing.on('remove', () => (own = createWindow(OWN_BYTES_MAX))) // a restored server may lack the last events
  const onGrown = (written: readonly Written[]): void => {
    for (const one of written) own.add(recordedOf(one))
    watchers.wake(new Set(written.map(({ prepared }) => prepared.type)))
  }
  const writer = new PostgresWriter({ pool: writing, reader, now: options.now, onGrown })
  return {
    append: (append) => writer.append(append),
    readStream: reader.readStream,
    headPosition: reader.headPosition,
    readPage: async (after, range) => {
      const page = range.isFollowing && own.read(after, range)
      // Behind the last of these others may have appended.
      return page && page.scannedTo > after ? page : reader.readPage(after, range)
    },
    watch: watchers.watch,
    end: async () => {
      watchers.clear()
      await Promise.all([writer.end(), endPool(reading)])
    },
  }
}

export type EventLogLocation =
  | { readonly kind: 'postgres'; readonly connection: pg.ClientConfig }
  | { readonly kind: 'eventstoredb'; readonly url: string }

export async function openEventLog(
  location: EventLogLocation,
  deps: { readonly now: () => Date; readonly newId: () => string },
): Promise<EventStore> {
  if (location.kind === 'postgres')
    return openPostgresEventStore({ connection: location.connection, ...deps })
  // Loaded on demand: its client takes 250 ms to load.
  const { openEventStoreDb } = await import('../eventstoredb/eventstoredb-store.ts')
  return openEventStoreDb({ url: location.url, ...deps })
}
