import {
  START,
  STORE_LIMITS,
  type EventStore,
  type Filter,
  type LogPage,
  type Position,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { StreamNotFoundError, type ReadPosition, type RecordedEvent } from '@eventstore/db-client'
import { checkLimit, checkPosition, checkStream } from '../check-append.ts'
import type { Calls } from './grpc-calls.ts'
import type { Connection } from './client.ts'
import { isSystemEvent, positionOfRecorded, storedEventOf } from './events.ts'
import { openServerSubscription } from './subscriptions/server-subscription.ts'
import { createReadRetries } from './read-retries.ts'
import { logPositionOf } from './log-position.ts'
import { scanLog } from './subscriptions/log-scan.ts'

export interface EventStoreDbReader {
  readonly readStream: EventStore['readStream']
  readonly readAll: EventStore['readAll']
  readonly headPosition: EventStore['headPosition']
  readonly recordedAt: (stream: string, revision: Revision) => Promise<RecordedEvent | undefined>
}

const PAGE_SIZE = 1_000
/** Events that one read with a filter considers: the server does it in half a second. */
const FILTERED_EVENTS_MAX = 200_000

type Direction = 'forwards' | 'backwards'

export function createEventStoreDbReader(
  connection: Connection,
  calls: Calls,
  scannedEventsMax?: number,
): EventStoreDbReader {
  const read = { connection, calls }
  return { ...logReader(read, scannedEventsMax), ...streamReader(read) }
}

interface ReadDeps {
  readonly connection: Connection
  readonly calls: Calls
}

function logReader(
  { connection, calls }: ReadDeps,
  scannedEventsMax: number | undefined,
): Pick<EventStoreDbReader, 'readAll' | 'headPosition'> {
  const { client, callOptions } = connection
  const openSubscription = openServerSubscription(connection)
  async function readPage(fromPosition: ReadPosition, direction: Direction, maxCount: number) {
    const options = { ...callOptions, fromPosition, direction, maxCount }
    const items = await calls.collect({}, () => client.readAll(options))
    return items.flatMap(({ event }) => (event === undefined ? [] : [event as RecordedEvent]))
  }

  async function headPosition(): Promise<Position> {
    const [last] = await readPage('end', 'backwards', 1)
    return last === undefined ? START : positionOfRecorded(last)
  }

  async function readFiltered(after: Position, limit: number, filter: Filter): Promise<LogPage> {
    // Before the scan, which has scanned all of it once it has caught up.
    const head = await headPosition()
    if (head <= after) return { events: [], scannedTo: after, isAtHead: true }
    const scan = { calls, openSubscription, scannedEventsMax: scannedEventsMax ?? FILTERED_EVENTS_MAX }
    return scanLog(scan, { after, limit, filter, head })
  }

  return {
    headPosition,
    readAll: async (after, { limit = STORE_LIMITS.readLimitDefault, filter } = {}) => {
      checkPosition('after', after)
      checkLimit(limit)
      return filter === undefined
        ? readUnfiltered(readPage, {
            after,
            limit,
            scannedMax: scannedEventsMax ?? STORE_LIMITS.scannedEventsMax,
          })
        : readFiltered(after, limit, filter)
    },
  }
}

type ReadPage = (
  from: ReadPosition,
  direction: Direction,
  maxCount: number,
) => Promise<readonly RecordedEvent[]>

async function readUnfiltered(
  readPage: ReadPage,
  range: { readonly after: Position; readonly limit: number; readonly scannedMax: number },
): Promise<LogPage> {
  const { after, limit, scannedMax } = range
  const events: StoredEvent[] = []
  let [scannedTo, scanned] = [after, 0]
  for (;;) {
    // One more, because the server's page includes the start position.
    const count = 1 + Math.min(scanned === 0 ? limit : PAGE_SIZE, PAGE_SIZE, scannedMax - scanned)
    const page = await readPage(logPositionOf(scannedTo), 'forwards', count)
    for (const recorded of page) {
      const position = positionOfRecorded(recorded)
      if (position <= scannedTo) continue
      scannedTo = position
      scanned += 1
      if (!isSystemEvent(recorded)) events.push(storedEventOf(recorded))
      if (events.length === limit || scanned === scannedMax) return { events, scannedTo, isAtHead: false }
    }
    if (page.length < count) return { events, scannedTo, isAtHead: true }
  }
}

function streamReader(deps: ReadDeps): Pick<EventStoreDbReader, 'readStream' | 'recordedAt'> {
  const read = streamCalls(deps)

  async function readBackward(stream: string, from: Revision | undefined, limit: number) {
    if (from === undefined) return read(stream, 'end', 'backwards', limit)
    const page = await read(stream, from, 'backwards', limit)
    if (page.length > 0) return page
    // From beyond the head some servers answer nothing, others the last events.
    const newest = await read(stream, 'end', 'backwards', limit)
    return newest.every(({ revision }) => revision < from) ? newest : []
  }

  return {
    readStream: async (
      stream,
      { direction = 'forward', limit = STORE_LIMITS.readLimitDefault, from } = {},
    ) => {
      checkStream(stream)
      checkLimit(limit)
      checkPosition('from', from ?? 0n)
      const recorded =
        direction === 'forward'
          ? await read(stream, from ?? 'start', 'forwards', limit)
          : await readBackward(stream, from, limit)
      return recorded.map(storedEventOf)
    },
    recordedAt: async (stream, revision) => (await read(stream, revision, 'forwards', 1))[0],
  }
}

function streamCalls({ connection: { client, callOptions, outageMsMax }, calls }: ReadDeps) {
  const withRetries = createReadRetries(outageMsMax)

  return async (
    stream: string,
    fromRevision: Revision | 'start' | 'end',
    direction: Direction,
    maxCount: number,
  ): Promise<readonly RecordedEvent[]> => {
    const options = { ...callOptions, fromRevision, direction, maxCount }
    const items = await withRetries(() =>
      calls
        .collect({ stream }, () => client.readStream(stream, options))
        .catch((error: unknown) => {
          if ((error as Error).cause instanceof StreamNotFoundError) return []
          throw error
        }),
    )
    return items.flatMap(({ event }) => (event === undefined ? [] : [event]))
  }
}
