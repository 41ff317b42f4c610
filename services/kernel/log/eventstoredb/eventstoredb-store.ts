import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { STORE_LIMITS, StoreError, type AppendResult, type Revision } from '@app/contracts/event-store.ts'
import { type EventStoreDBClient } from '@eventstore/db-client'
import pLimit from 'p-limit'
import {
  appendTimedOut,
  createLogWatchers,
  tooManyWaiting,
  openStore,
  type LogAdapter,
  type PreparedAppend,
} from '../open-store.ts'
import { createCalls, type Call, type Calls, createClients, type Clients } from './clients.ts'
import { appendIdOf, eventDataOf, positionOfRecorded } from './events.ts'
import { createReader, createReads, type Recorded } from './reads.ts'

export interface EventStoreDbOptions {
  /** esdb://…, or esdb+discover://… for a cluster; with user and password, unless the server runs without TLS. */
  readonly url: string
  readonly now: () => Date
  readonly newId: () => string
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

/** A server takes about 100 calls a connection; more would queue there unseen. */
const APPENDS_MAX = 64
const CLOSE_MS_MAX = 1_000

/**
 * Needs EventStoreDB 24.10.5, KurrentDB 25.0.1, or later.
 * @throws StoreError Invalid for a malformed address, Unavailable or Timeout without an answer, AccessDenied
 */
export const openEventStoreDb = async (options: EventStoreDbOptions) =>
  openStore(createAdapter(options), options)

function createAdapter({ url, newId, scannedEventsMax }: EventStoreDbOptions): LogAdapter {
  const clients = createClients(url)
  const calls = createCalls()
  const watchers = createLogWatchers()
  const reads = createReads(clients, calls)
  return {
    append: createAppend({ clients, calls, recorded: reads.recorded, newId, onGrown: watchers.wake }),
    ...createReader(reads, scannedEventsMax),
    watch: watchers.watch,
    end: async () => {
      watchers.clear()
      await calls.end()
      await withTimeout(clients.close(), CLOSE_MS_MAX, () => undefined)
    },
  }
}

function createAppend({
  clients,
  calls,
  recorded,
  newId,
  onGrown,
}: {
  readonly clients: Clients
  readonly calls: Calls
  readonly recorded: Recorded
  readonly newId: () => string
  readonly onGrown: (types: ReadonlySet<string>) => void
}): LogAdapter['append'] {
  const slots = pLimit(APPENDS_MAX)

  return async ({ stream, expected, events, timeoutMs }: PreparedAppend): Promise<AppendResult> => {
    if (slots.pendingCount >= STORE_LIMITS.queuedAppendsMax) throw tooManyWaiting()
    const untilMs = performance.now() + timeoutMs
    const late = (): StoreError => appendTimedOut(stream, timeoutMs, call.isSent)
    const call: Call<AppendResult> = calls.begin(timeoutMs, late)
    const operation = { stream, expected, writes: true }
    const appendId = newId()
    const send = async (client: EventStoreDBClient): Promise<Revision> => {
      call.isSent = true
      const { nextExpectedRevision } = await client.appendToStream(stream, eventDataOf(events, appendId), {
        ...clients.options,
        expectedRevision: expected === 'noStream' ? 'no_stream' : expected,
        deadline: Math.max(1, Math.ceil(untilMs - performance.now())),
      })
      return nextExpectedRevision
    }
    const write = async (): Promise<void> => {
      if (call.settled) return
      const revision = await clients.use(operation, send)
      onGrown(new Set(events.map(({ type }) => type)))
      // The server answers a retry as it answers a write: the last event names the append that wrote it.
      const [last] = await recorded(stream, revision, 'forwards', 1, timeoutMs).catch((error: unknown) => {
        throw positionUnknown(error)
      })
      if (last === undefined) throw positionUnknown(new Error(`stream ${stream}: its events are not shown`))
      call.resolve({ revision, position: positionOfRecorded(last), replayed: appendIdOf(last) !== appendId })
    }
    slots(write).catch(call.reject)
    return call.promise
  }
}

/** The events are written: a retry of the same append returns their position. */
const positionUnknown = (cause: unknown): StoreError =>
  new StoreError('Unavailable', 'written, but the event store could not be asked where', {
    ambiguous: true,
    cause,
  })
