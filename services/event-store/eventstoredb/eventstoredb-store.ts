import { STORE_LIMITS, type EventStore } from '@app/contracts/event-store.ts'
import { jitteredBackoff } from '../backoff.ts'
import { subscribeByPolling, type PolledSource } from '../polled-subscription.ts'
import { checkExpected, checkPosition, checkStream, prepareEvents } from '../check-append.ts'
import { createCalls } from './grpc-calls.ts'
import { connect } from './client.ts'
import { openServerFeed } from './feed/shared-feed.ts'
import { createKnownHead } from './known-head.ts'
import { createEventStoreDbReader } from './eventstoredb-reader.ts'
import { createWindows, type Windows } from './feed/feed-windows.ts'
import { createEventStoreDbWriter } from './appends/eventstoredb-writer.ts'
import { ensureStoreIdentity } from '../store-identity.ts'

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
const POLL_MS = 1_000

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

function createParts({ url, newId, random, scannedEventsMax }: EventStoreDbOptions) {
  const connection = connect(url)
  const calls = createCalls()
  // Ends after `calls`: an append that was sent may still be answered.
  const writes = createCalls()
  const known = createKnownHead()
  const reader = createEventStoreDbReader(connection, calls, known, scannedEventsMax)
  const backoff = jitteredBackoff(random)
  const windows = createWindows({
    calls,
    openFeed: openServerFeed(connection),
    headPosition: reader.headPosition,
    readAll: reader.readAll,
    known,
    backoff,
  })
  const writer = createEventStoreDbWriter({
    connection,
    calls: writes,
    reader: createEventStoreDbReader(connection, writes, known),
    known,
    newId,
    onGrown: windows.appended,
  })
  async function end(): Promise<void> {
    calls.end()
    windows.wake()
    await writer.end(LAST_ANSWERS_MS_MAX)
    writes.end()
    await connection.close()
  }
  return { reader, writer, windows, backoff, end }
}

function createHandle(options: EventStoreDbOptions): Omit<EventStore, 'storeId'> {
  const { reader, writer, windows, backoff, end } = createParts(options)
  let ended: Promise<void> | undefined
  return {
    append: async (stream, expected, events, options = {}) => {
      checkExpected(expected)
      const prepared = prepareEvents(stream, events)
      const { timeoutMs = STORE_LIMITS.appendTimeoutMs, mayBeRetry = false } = options
      return writer.append({ stream, expected, events: prepared, timeoutMs, mayBeRetry })
    },
    readStream: reader.readStream,
    readStreams: reader.readStreams,
    head: reader.head,
    headPosition: reader.headPosition,
    readAll: (after, asked = {}) => (asked.mayLag === true ? windows : reader).readAll(after, asked),
    subscribe: (after, subscription) => {
      checkPosition('after', after)
      return subscribeByPolling(followed(windows), after, subscription, { pollMs: POLL_MS, backoff })
    },
    watch: windows.watch,
    close: async (stream, expected) => {
      checkStream(stream)
      checkPosition('expected', expected)
      await writer.close(stream, expected)
    },
    health: async () => {
      const startedMs = performance.now()
      const ok = await reader.headPosition().then(
        () => true,
        () => false,
      )
      return { ok, latencyMs: performance.now() - startedMs }
    },
    dispose: () => (ended ??= Promise.resolve().then(end)),
  }
}

/** The log as a subscription pages it: without a filter, the server's own events alone are no progress. */
const followed = ({ readAll, watch }: Windows): PolledSource => ({
  watch,
  readAll: async (after, options = {}) => {
    const asked = { ...options, mayLag: true }
    let page = await readAll(after, asked)
    if (options.filter !== undefined) return page
    while (page.events.length === 0 && !page.isAtHead) page = await readAll(page.scannedTo, asked)
    return { ...page, scannedTo: page.events.at(-1)?.position ?? after }
  },
})
