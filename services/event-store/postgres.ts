import { STORE_LIMITS, StoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import pg from 'pg'
import { checkExpected, checkStream, prepareEvents } from './check-append.ts'
import { subscribeByPolling } from './polled-subscription.ts'
import { createGrowthListener } from './postgres-listener.ts'
import { destroyConnection } from './postgres-connection.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { createPostgresWriter } from './postgres-writer.ts'
import { storeErrorOf } from './postgres-errors.ts'
import { ensureStoreIdentity } from './store-identity.ts'

export interface PostgresEventStoreOptions {
  /** Settings of one connection that may add to the log and read it, no more. */
  readonly connection: pg.ClientConfig
  readonly now: () => Date
  readonly newId: () => string
  /** 0 to 1: jitter of the retries of a subscription. */
  readonly random: () => number
  /** How often a follower looks by itself, in case a wake-up was lost. */
  readonly pollMs?: number
}

const READ_CONNECTIONS = 4
const READ_MS_MAX = STORE_LIMITS.appendTimeoutMs
const GRACE_MS = 1_000
const BACKOFF_MS = { first: 100, most: 5_000 }

/** Reads that are never answered end by themselves, and at the end nobody waits for them. */
function openReadPool(connection: pg.ClientConfig): { readonly pool: pg.Pool; end(): Promise<void> } {
  const pool = new pg.Pool({ ...connection, max: READ_CONNECTIONS, query_timeout: READ_MS_MAX })
  const clients = new Set<pg.Client>()
  // An idle connection that breaks is replaced by the pool; the next read says what is wrong.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => clients.add(client as pg.Client))
  pool.on('remove', (client) => clients.delete(client as pg.Client))
  const end = async (): Promise<void> => {
    const ended = pool.end().catch(() => undefined)
    const patience = setTimeout(() => clients.forEach(destroyConnection), GRACE_MS)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2 * GRACE_MS).unref())])
    clearTimeout(patience)
  }
  return { pool, end }
}

/** Opens the log in Postgres, whose migrations have run. @throws StoreError Unavailable when it cannot be reached */
export async function openPostgresEventStore(options: PostgresEventStoreOptions): Promise<EventStore> {
  const reading = openReadPool(options.connection)
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(options.connection)
    // Until its user listens too: an error without a listener would end the process.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const listener = createGrowthListener(connect)
  const reader = createPostgresReader(reading.pool)
  const writer = createPostgresWriter({ connect, reader, now: options.now, onGrown: listener.signal })
  let disposed = false

  const alive = <Arguments extends unknown[], Result>(use: (...given: Arguments) => Promise<Result>) => {
    return async (...given: Arguments): Promise<Result> => {
      if (disposed) throw new StoreError('Disposed', 'the event store is disposed')
      return use(...given)
    }
  }

  const append: EventStore['append'] = async (stream, expected, events, { timeoutMs } = {}) => {
    checkExpected(expected)
    return writer.append(
      stream,
      expected,
      prepareEvents(stream, events),
      timeoutMs ?? STORE_LIMITS.appendTimeoutMs,
    )
  }

  const subscribe: EventStore['subscribe'] = (after: Position, subscription) =>
    subscribeByPolling({ readWindow: alive(reader.readWindow), watch: listener.watch }, after, subscription, {
      pollMs: options.pollMs ?? 1_000,
      backoff: (attempt) =>
        Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** Math.min(attempt, 10)) *
        (0.5 + options.random() / 2),
    })

  const close: EventStore['close'] = async (stream, expected) => {
    checkStream(stream)
    checkExpected(expected)
    await writer.closeStream(stream, expected)
  }

  const health: EventStore['health'] = async () => {
    const started = performance.now()
    const ok = await reading.pool.query('select 1').then(
      () => true,
      () => false,
    )
    return { ok, latencyMs: performance.now() - started }
  }

  async function dispose(): Promise<void> {
    if (disposed) return
    disposed = true
    // Those who follow the log wake up, and find that it is over.
    listener.signal()
    await Promise.all([writer.dispose(), listener.dispose(), reading.end()])
  }

  try {
    const storeId = await ensureStoreIdentity({ append, readStream: reader.readStream }, options)
    return {
      storeId,
      append,
      readStream: alive(reader.readStream),
      head: alive(reader.head),
      headPosition: alive(reader.headPosition),
      readAll: alive(reader.readAll),
      subscribe,
      watch: listener.watch,
      close: alive(close),
      health: alive(health),
      dispose,
    }
  } catch (error) {
    await dispose()
    throw storeErrorOf(error, false)
  }
}
