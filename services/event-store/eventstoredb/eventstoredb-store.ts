import { STORE_LIMITS, type AppendResult, type EventStore } from '@app/contracts/event-store.ts'
import { jitteredBackoff } from '../backoff.ts'
import { checkExpected, prepareEvents } from '../check-append.ts'
import { ensureStoreIdentity } from '../store-identity.ts'
import { createRetryingAppendQueue } from './appends/append-queue.ts'
import { createPendingAppend, type PendingAppend } from './appends/pending-append.ts'
import { resultOf } from './appends/retry-proof.ts'
import { connect, type Connection } from './client.ts'
import { createEventStoreDbReader, type EventStoreDbReader } from './eventstoredb-reader.ts'
import { createCalls, type Calls } from './grpc-calls.ts'
import { createGrowthWatch } from './subscriptions/growth-watch.ts'
import { openServerSubscription } from './subscriptions/server-subscription.ts'

export interface EventStoreDbOptions {
  /** esdb://…, or esdb+discover://… for a cluster; with user and password, unless the server runs without TLS. */
  readonly url: string
  readonly now: () => Date
  readonly newId: () => string
  readonly random: () => number
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

const LAST_ANSWERS_MS_MAX = 1_500

/**
 * Needs EventStoreDB 24.10.5, KurrentDB 25.0.1, or later.
 * @throws StoreError Invalid for a malformed address, Unavailable or Timeout without an answer, AccessDenied
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  const store = createHandle(options)
  try {
    return { ...store, storeId: await ensureStoreIdentity(store, options) }
  } catch (error) {
    await store.dispose()
    throw error
  }
}

function createHandle(options: EventStoreDbOptions): Omit<EventStore, 'storeId'> {
  const { appends, reader, growth, end } = createParts(options)
  let ended: Promise<void> | undefined
  return {
    append: async (stream, expected, events, { timeoutMs = STORE_LIMITS.appendTimeoutMs } = {}) => {
      checkExpected(expected)
      return appends.append({ stream, expected, events: prepareEvents(stream, events) }, timeoutMs)
    },
    readStream: reader.readStream,
    headPosition: reader.headPosition,
    readAll: reader.readAll,
    watch: growth.watch,
    dispose: () => (ended ??= Promise.resolve().then(end)),
  }
}

interface AppendDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly reader: Pick<EventStoreDbReader, 'recordedAt'>
  readonly newId: () => string
  readonly onGrown: (types: ReadonlySet<string>) => void
}

/** An append is queued, and sent until it has an answer. */
export function createAppends({ connection, calls, reader, newId, onGrown }: AppendDeps) {
  const queue = createRetryingAppendQueue({
    connection,
    calls,
    onWritten: (append, revision) => {
      onGrown(new Set(append.events.map(({ type }) => type)))
      resultOf(reader, append, revision).then(append.deadline.resolve, append.deadline.reject)
    },
  })
  let appends = 0
  return {
    append: (
      request: Pick<PendingAppend, 'stream' | 'expected' | 'events'>,
      timeoutMs: number,
    ): Promise<AppendResult> => {
      appends += 1
      const pending = createPendingAppend(
        { ...request, id: newId(), sequence: appends },
        timeoutMs,
        queue.drop,
      )
      queue.push(pending)
      return pending.deadline.promise
    },
    end: queue.end,
  }
}

function createParts({ url, newId, random, scannedEventsMax }: EventStoreDbOptions) {
  const connection = connect(url)
  const calls = createCalls()
  // Ends after `calls`: an append that was sent may still be answered.
  const writes = createCalls()
  const reader = createEventStoreDbReader(connection, calls, scannedEventsMax)
  const openSubscription = openServerSubscription(connection)
  const growth = createGrowthWatch({
    calls,
    openSubscription,
    headPosition: reader.headPosition,
    backoff: jitteredBackoff(random),
  })
  const appends = createAppends({
    connection,
    calls: writes,
    reader: createEventStoreDbReader(connection, writes),
    newId,
    onGrown: growth.appended,
  })
  async function end(): Promise<void> {
    calls.end()
    await appends.end(LAST_ANSWERS_MS_MAX)
    writes.end()
    await connection.close()
  }
  return { appends, reader, growth, end }
}
