import {
  StoreError,
  positionOf,
  type EventMeta,
  type JsonObject,
  type Revision,
  type StoredEvent,
  isJsonObject,
} from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import type pg from 'pg'
import { POSITION_MAX, faultInMeta } from '../check-append.ts'
import type { LogAdapter } from '../open-store.ts'
import { storeErrorOf } from './postgres-errors.ts'

/** Raw text of each column: pg's parsers of bigint, json and time halve the read rate. */
type Row = readonly [string, string, string, string, string, string, string, string, string]
const RAW = { getTypeParser: () => (value: string) => value }
const COLUMNS =
  'position, stream, revision, id, type, version, data, meta, round(extract(epoch from recorded_at) * 1000)'

function eventOf(row: Row): StoredEvent {
  const [position, stream, revision, id, type, version, dataText, metaText, recordedMs] = row
  const [data, meta] = [jsonIn(dataText), jsonIn(metaText)]
  const recordedAt = new Date(Number(recordedMs))
  const instantFault = Number.isNaN(recordedAt.getTime()) ? 'recorded_at: no instant' : undefined
  const fault = isJsonObject(data) ? (faultInMeta(meta) ?? instantFault) : 'data: not an object'
  // One literal: a spread into another one takes 5 µs, more than the rest.
  const event = {
    position: positionOf(position),
    stream,
    revision: BigInt(revision),
    id,
    type,
    version: Number(version),
    data: data as JsonObject,
    meta: meta as EventMeta,
    recordedAt,
  }
  if (fault === undefined) return event
  const { data: _data, meta: _meta, recordedAt: _recordedAt, ...facts } = event
  throw new StoreError('Corrupt', `position ${position}: ${fault}`, { facts })
}

/** Another writer of the table may have put any text there. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type HeadRow = readonly [position: string, stream: null]
type PageRow = Row | HeadRow
const isEvent = (row: PageRow): row is Row => row[1] !== null

/** One statement, because an event that is committed between events and head would be skipped. */
const pageText = (matching: string): string => `
  (select ${COLUMNS} from log.events
   where position > $1 and position <= $2 and ${matching} order by position limit $3)
  union all
  (select max(position), null, null, null, null, null, null, null, null from log.events)
  order by position`

async function rowsOf(
  pool: pg.Pool,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  try {
    const result = await pool.query({ name, text, values: [...values], rowMode: 'array', types: RAW })
    return result.rows as unknown as Row[]
  } catch (error) {
    throw storeErrorOf(error, false)
  }
}

export type PostgresReader = ReturnType<typeof createPostgresReader>

export function createPostgresReader(
  pool: pg.Pool,
  scannedEventsMax: number = STORE_LIMITS.scannedEventsMax,
) {
  const readStream: LogAdapter['readStream'] = async (stream, { from = 0n, isForward, limit }) => {
    const order = isForward ? 'asc' : 'desc'
    const text = `select ${COLUMNS} from log.events
      where stream = $1 and revision >= $2 order by revision ${order} limit $3`
    return (await rowsOf(pool, `stream-${order}`, text, [stream, from, limit])).map(eventOf)
  }

  return {
    readPage: pageReader(pool, scannedEventsMax),
    readStream,
    headPosition: async () => {
      const [row] = await rowsOf(pool, 'head', 'select max(position) from log.events', [])
      return positionOf(row?.[0] ?? '0')
    },
    /** The stream's last revision, -1n without events, and `count` events from a revision on, even unreadable ones. */
    findAppended: async (stream: string, from: Revision, count: number) => {
      const last = 'select coalesce(max(revision), -1) from log.events where stream = $1'
      const later = `select id, position from log.events
        where stream = $1 and revision >= $2 order by revision limit $3`
      const [[head], after] = await Promise.all([
        rowsOf(pool, 'last-revision', last, [stream]),
        rowsOf(pool, 'later', later, [stream, from, count]),
      ])
      return {
        head: BigInt(head![0]),
        after: after.map(([id, position]) => ({ id, position: positionOf(position) })),
      }
    },
  }
}

const pageReader =
  (pool: pg.Pool, scannedEventsMax: number): LogAdapter['readPage'] =>
  async (after, { limit, types }) => {
    const [name, matching, values] =
      types === undefined ? ['page', 'true', []] : ['page-of-types', 'type = any($4)', [types]]
    // Positions have no gaps, so that their difference counts events.
    const wanted = after + BigInt(scannedEventsMax)
    const end = positionOf(wanted < POSITION_MAX ? wanted : POSITION_MAX)
    const rows: readonly PageRow[] = await rowsOf(pool, name, pageText(matching), [
      after,
      end,
      limit,
      ...values,
    ])
    const head = positionOf(rows.find((row) => !isEvent(row))?.[0] ?? '0')
    const events = rows.filter(isEvent).map(eventOf)
    if (head <= after) return { events, scannedTo: after, isAtHead: true }
    const last = events.length === limit ? events.at(-1)?.position : undefined
    const scannedTo = last ?? (head <= end ? head : end)
    return { events, scannedTo, isAtHead: scannedTo === head }
  }
