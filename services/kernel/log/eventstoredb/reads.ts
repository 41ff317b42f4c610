import {
  START,
  STORE_LIMITS,
  StoreError,
  type LogPage,
  type Position,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import {
  StreamNotFoundError,
  type EventStoreDBClient,
  type RecordedEvent,
  type StreamingRead,
} from '@eventstore/db-client'
import type { LogAdapter } from '../open-store.ts'
import type { Calls, Clients, Operation } from './clients.ts'
import { isSystemEvent, positionOfRecorded, storedEventOf, logPositionOf } from './events.ts'

const PAGE_SIZE = 1_000
/** Silence that ends a read; the client itself would wait for ever. */
const SILENT_MS_MAX = 2_500

export type Recorded = (
  stream: string,
  from: Revision | 'start' | 'end',
  direction: 'forwards' | 'backwards',
  maxCount: number,
  silentMsMax?: number,
) => Promise<readonly RecordedEvent[]>

/** Reads to the end, unless the server is silent. */
export function createReads(clients: Clients, calls: Calls) {
  const collect = <Item extends { readonly event?: unknown }>(
    operation: Operation,
    open: (client: EventStoreDBClient) => StreamingRead<Item>,
    silentMsMax: number = SILENT_MS_MAX,
  ): Promise<readonly RecordedEvent[]> =>
    clients.use(operation, (client) => {
      const found: RecordedEvent[] = []
      const reading = open(client)
      const call = calls.begin<readonly RecordedEvent[]>(silentMsMax, () => {
        void reading.cancel().catch(() => undefined)
        return new StoreError('Timeout', 'the event store did not answer in time')
      })
      reading.on('data', ({ event }: Item) => {
        call.extend()
        if (event !== undefined) found.push(event as RecordedEvent)
      })
      reading.on('end', () => call.resolve(found))
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
export function createReader(
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
      const found = await page(logPositionOf(scannedTo), 'forwards', count)
      for (const one of found) {
        const position = positionOfRecorded(one)
        if (position <= scannedTo) continue
        if (!isSystemEvent(one) && wanted?.has(one.type) !== false) events.push(storedEventOf(one))
        scannedTo = position
        scanned += 1
        if (events.length === limit) return { events, scannedTo, isAtHead: false }
      }
      if (found.length < count) return { events, scannedTo, isAtHead: true }
    }
    return { events, scannedTo, isAtHead: false }
  }

  return {
    readStream: async (stream, { from, isForward, limit }) => {
      const found = isForward
        ? await recorded(stream, from ?? 'start', 'forwards', limit)
        : await recorded(stream, 'end', 'backwards', limit)
      return found.map(storedEventOf)
    },
    headPosition: async () => {
      const [last] = await page('end', 'backwards', 1)
      return last === undefined ? START : positionOfRecorded(last)
    },
    readPage,
  }
}
