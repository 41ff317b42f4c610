import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import {
  START,
  StoreError,
  type AppendResult,
  type LogPage,
  type Position,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import {
  StreamNotFoundError,
  type EventStoreDBClient,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import pLimit from 'p-limit'
import {
  appendTimedOut,
  createLogWatchers,
  refuseTooMany,
  openStore,
  type LogAdapter,
} from '../open-store.ts'
import { createCalls, createClients, type Call, type Calls, type Clients } from './clients.ts'
import { noAnswer, type Operation } from './eventstoredb-errors.ts'
import {
  appendIdOf,
  eventDataOf,
  isSystemEvent,
  logPositionOf,
  positionOfRecorded,
  storedEventOf,
} from './events.ts'

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

/** Needs EventStoreDB 24.10.5 or KurrentDB 25.0.1. @throws StoreError Invalid, Unavailable, Timeout, AccessDenied */
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

interface Appending {
  readonly clients: Clients
  readonly calls: Calls
  readonly recorded: Recorded
  readonly newId: () => string
  readonly onGrown: (types: ReadonlySet<string>) => void
}

function createAppend({ clients, calls, recorded, newId, onGrown }: Appending): LogAdapter['append'] {
  const slots = pLimit(APPENDS_MAX)
  return async ({ stream, expected, events, timeoutMs }) => {
    refuseTooMany(slots.pendingCount)
    const untilMs = performance.now() + timeoutMs
    const late = (): StoreError => appendTimedOut(stream, timeoutMs, call.isSent)
    const call: Call<AppendResult> = calls.begin(timeoutMs, late)
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
      const revision = await clients.use({ stream, expected, writes: true }, send)
      onGrown(new Set(events.map(({ type }) => type)))
      // The server answers a retry as it answers a write: the last event names the append that wrote it.
      const [last] = await recorded(stream, revision, 'forwards', 1, timeoutMs).catch(positionUnknown)
      if (last === undefined) return positionUnknown(new Error(`stream ${stream}: its events are not shown`))
      call.resolve({ revision, position: positionOfRecorded(last), replayed: appendIdOf(last) !== appendId })
    }
    slots(write).catch(call.reject)
    return call.promise
  }
}

/** The events are written: a retry of the same append returns their position. */
function positionUnknown(cause: unknown): never {
  const words = 'written, but the event store does not say where'
  throw new StoreError('Unavailable', words, { ambiguous: true, cause })
}

const PAGE_SIZE = 1_000
/** Silence that ends a read; the client itself would wait for ever. */
const SILENT_MS_MAX = 2_500

type Recorded = (
  stream: string,
  from: Revision | 'start' | 'end',
  direction: 'forwards' | 'backwards',
  maxCount: number,
  silentMsMax?: number,
) => Promise<readonly RecordedEvent[]>

/** Reads to the end, unless the server is silent. */
function createReads(clients: Clients, calls: Calls) {
  const collect = <Item extends { readonly event?: unknown }>(
    operation: Operation,
    open: (client: EventStoreDBClient) => StreamingRead<Item>,
    silentMsMax: number = SILENT_MS_MAX,
  ): Promise<readonly RecordedEvent[]> =>
    clients.use(operation, (client) => {
      const events: RecordedEvent[] = []
      const reading = open(client)
      const call = calls.begin<readonly RecordedEvent[]>(silentMsMax, () => {
        void reading.cancel().catch(() => undefined)
        return noAnswer()
      })
      reading.on('data', ({ event }: Item) => {
        call.extend()
        if (event !== undefined) events.push(event as RecordedEvent)
      })
      reading.on('end', () => call.resolve(events))
      // The listener stays after the call was abandoned: an error without one would end the process.
      reading.on('error', (error: Error) => call.reject(error))
      return call.promise
    })

  const recorded: Recorded = (stream, fromRevision, direction, maxCount, silentMsMax) =>
    collect(
      { stream },
      (client) => client.readStream(stream, { ...clients.options, fromRevision, direction, maxCount }),
      silentMsMax,
    ).catch((error: unknown) => {
      if ((error as Error).cause instanceof StreamNotFoundError) return []
      throw error
    })
  const page = (
    fromPosition: ReturnType<typeof logPositionOf> | 'end',
    direction: 'forwards' | 'backwards',
    maxCount: number,
  ) => collect({}, (client) => client.readAll({ ...clients.options, fromPosition, direction, maxCount }))
  return { recorded, page }
}

/** The client's read has no filter: one reads all events, and gives those of the wanted types. */
function createReader(
  { recorded, page }: ReturnType<typeof createReads>,
  scannedEventsMax: number = STORE_LIMITS.scannedEventsMax,
): Pick<LogAdapter, 'readStream' | 'readPage' | 'headPosition'> {
  async function readPage(
    after: Position,
    { limit, types }: Parameters<LogAdapter['readPage']>[1],
  ): Promise<LogPage> {
    const wanted = types && new Set(types)
    const events: StoredEvent[] = []
    let [scannedTo, scanned] = [after, 0]
    while (scanned < scannedEventsMax) {
      const missing = wanted === undefined ? limit - events.length : PAGE_SIZE
      // One more, because the server's page includes its start.
      const count = 1 + Math.min(PAGE_SIZE, missing, scannedEventsMax - scanned)
      const next = await page(logPositionOf(scannedTo), 'forwards', count)
      for (const one of next) {
        const position = positionOfRecorded(one)
        if (position <= scannedTo) continue
        if (!isSystemEvent(one) && wanted?.has(one.type) !== false) events.push(storedEventOf(one))
        scannedTo = position
        scanned += 1
        if (events.length === limit) return { events, scannedTo, isAtHead: false }
      }
      if (next.length < count) return { events, scannedTo, isAtHead: true }
    }
    return { events, scannedTo, isAtHead: false }
  }

  return {
    readStream: async (stream, { from, isForward, limit }) => {
      const events = isForward
        ? await recorded(stream, from ?? 'start', 'forwards', limit)
        : await recorded(stream, 'end', 'backwards', limit)
      return events.map(storedEventOf)
    },
    headPosition: async () => {
      const [last] = await page('end', 'backwards', 1)
      return last === undefined ? START : positionOfRecorded(last)
    },
    readPage,
  }
}
