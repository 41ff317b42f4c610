import {
  STORE_LIMITS,
  StoreError,
  positionOf,
  type EventMeta,
  type EventStore,
  type Filter,
  type Position,
  type Revision,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { isJsonObject } from '@app/contracts/json-object.ts'
import type pg from 'pg'
import { POSITION_MAX, checkLimit, checkPosition, checkStream, faultInMeta } from '../check-append.ts'
import { storeErrorOf } from './store-errors.ts'

/** Raw text of each column: pg's parsers of bigint, json and time halve the read rate. */
type Row = readonly [string, string, string, string, string, string, string, string, string]
const RAW = { getTypeParser: () => (value: string) => value }
const COLUMNS =
  'position, stream, revision, id, type, version, data, meta, round(extract(epoch from recorded_at) * 1000)'

function eventOf(row: Row): StoredEvent {
  const [position, stream, revision, id, type, version, dataText, metaText, recordedMs] = row
  const [data, meta] = [jsonIn(dataText), jsonIn(metaText)]
  const recordedAt = new Date(Number(recordedMs))
  const fault = faultIn(data, meta, recordedAt)
  if (fault !== undefined || !isJsonObject(data)) {
    throw new StoreError('Corrupt', `position ${position}: ${fault}`, {
      facts: { position: BigInt(position), stream, revision: BigInt(revision), id, type },
    })
  }
  return {
    position: positionOf(position),
    stream,
    revision: BigInt(revision),
    id,
    type,
    version: Number(version),
    data,
    meta: meta as unknown as EventMeta,
    recordedAt,
  }
}

/** Whoever may change the table may have columns of any text in it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultIn(data: unknown, meta: unknown, recordedAt: Date): string | undefined {
  if (!isJsonObject(data)) return 'data: not an object'
  return faultInMeta(meta) ?? (Number.isNaN(recordedAt.getTime()) ? 'recorded_at: no instant' : undefined)
}

const matches = (filter: Filter | undefined): { name: string; sql: string; values: readonly unknown[] } => {
  if (filter === undefined) return { name: 'page', sql: 'true', values: [] }
  return { name: 'page-of-types', sql: 'type = any($4)', values: [filter.types] }
}

export interface PostgresReader {
  readonly readStream: EventStore['readStream']
  readonly readAll: EventStore['readAll']
  readonly headPosition: EventStore['headPosition']
  /** -1n without events. Also of an event that cannot be read. */
  readonly lastRevision: (stream: string) => Promise<bigint>
  readonly idsFrom: (stream: string, from: Revision, count: number) => Promise<readonly string[]>
}

export function createPostgresReader(
  pool: pg.Pool,
  scannedEventsMax: number = STORE_LIMITS.scannedEventsMax,
): PostgresReader {
  const rows: AskRows = async (text, values, name) => {
    try {
      const result = await pool.query({ name, text, values: [...values], rowMode: 'array', types: RAW })
      return result.rows as unknown as Row[]
    } catch (error) {
      throw storeErrorOf(error, false)
    }
  }
  return { ...logReader(rows, scannedEventsMax), ...streamReader(rows) }
}

type AskRows = (text: string, values: readonly unknown[], name?: string) => Promise<readonly Row[]>

function logReader(
  rows: AskRows,
  scannedEventsMax: number,
): Pick<PostgresReader, 'readAll' | 'headPosition'> {
  return {
    headPosition: async () => {
      const [row] = await rows(`select ${HEAD} from log.events`, [], 'head')
      return positionOf(row?.[0] ?? '0')
    },
    readAll: async (after, { limit = STORE_LIMITS.readLimitDefault, filter } = {}) => {
      checkPosition('after', after)
      checkLimit(limit)
      const { name, sql, values } = matches(filter)
      // Positions have no gaps, so that their difference counts events.
      const wanted = after + BigInt(scannedEventsMax)
      const end = positionOf(wanted < POSITION_MAX ? wanted : POSITION_MAX)
      const found: readonly PageRow[] = await rows(pageText(sql), [after, end, limit, ...values], name)
      const head = positionOf(found.find((row) => !isEvent(row))?.[0] ?? '0')
      const events = found.filter(isEvent).map(eventOf)
      if (head <= after) return { events, scannedTo: after, isAtHead: true }
      const last = events.length === limit ? events.at(-1)?.position : undefined
      const scannedTo = last ?? (head <= end ? head : events.length > 0 ? end : await beforeNext(rows, end))
      return { events, scannedTo, isAtHead: scannedTo === head }
    },
  }
}

/** Positions have no gaps: only a forged row has one before it, which may be so wide that no scan comes to its end. */
async function beforeNext(rows: AskRows, end: Position): Promise<Position> {
  const text = 'select coalesce(min(position) - 1, $1) from log.events where position > $1'
  const [row] = await rows(text, [end], 'before-next')
  return positionOf(row![0])
}

/** A row elsewhere was forged. All reads leave it out alike: in some of them it would act, and be in no history. */
const IS_APPENDED = 'position > 0 and revision >= 0'
const HEAD = 'greatest(max(position), 0)'
type HeadRow = readonly [position: string, stream: null]
type PageRow = Row | HeadRow
const isEvent = (row: PageRow): row is Row => row[1] !== null

/** One statement, because an event that is committed between events and head would be skipped. */
const pageText = (matching: string): string => `
  (select ${COLUMNS} from log.events
   where position > $1 and position <= $2 and ${IS_APPENDED} and ${matching} order by position limit $3)
  union all
  (select ${HEAD}, null, null, null, null, null, null, null, null from log.events)
  order by position`

function streamReader(rows: AskRows): Pick<PostgresReader, 'readStream' | 'lastRevision' | 'idsFrom'> {
  return {
    readStream: async (
      stream,
      { direction = 'forward', limit = STORE_LIMITS.readLimitDefault, from } = {},
    ) => {
      checkStream(stream)
      checkLimit(limit)
      checkPosition('from', from ?? 0n)
      const isForward = direction === 'forward'
      const [bound, order] = isForward ? ['>=', 'asc'] : ['<=', 'desc']
      // Without an alternative for an absent bound, which would keep the index from being entered at it.
      const start = from ?? (isForward ? 0n : POSITION_MAX)
      const text = `select ${COLUMNS} from log.events
        where stream = $1 and revision ${bound} $2 and ${IS_APPENDED} order by revision ${order} limit $3`
      return (await rows(text, [stream, start, limit], `stream-${direction}`)).map(eventOf)
    },
    lastRevision: async (stream) => {
      const text = `select coalesce(max(revision), -1) from log.events where stream = $1 and ${IS_APPENDED}`
      return BigInt((await rows(text, [stream], 'last-revision'))[0]![0])
    },
    idsFrom: async (stream, from, count) => {
      const text = `select id from log.events
        where stream = $1 and revision >= $2 and ${IS_APPENDED} order by revision limit $3`
      return (await rows(text, [stream, from, count])).map(([id]) => id)
    },
  }
}
