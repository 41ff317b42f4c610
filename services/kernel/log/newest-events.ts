import {
  positionOf,
  type EventMeta,
  type JsonObject,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import type { PreparedEvent } from './check-append.ts'

export interface Recorded extends Pick<StoredEvent, 'type' | 'position'> {
  /** The position before it; after another one, events are missing. */
  readonly previous: Position
  readonly bytes: number
  /** Called at the first read: in a process without read models never. */
  readonly parse: () => StoredEvent
  event?: StoredEvent
}

export interface Written extends Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'recordedAt'> {
  readonly prepared: PreparedEvent
}

export function recordedOf({ prepared, stream, revision, position, recordedAt }: Written): Recorded {
  const { id, type, version, dataJson, metaJson } = prepared
  const parse = (): StoredEvent => {
    const data = JSON.parse(dataJson) as JsonObject
    const meta = JSON.parse(metaJson) as EventMeta
    return { position, stream, revision, id, type, version, data, meta, recordedAt }
  }
  const bytes = dataJson.length + metaJson.length
  return { type, position, previous: positionOf(position - 1n), bytes, parse }
}

/** Memory that an event takes beside its text. */
const EVENT_BYTES = 600

/** The newest events of the log, without a gap: all that follow `from`. */
export function createWindow(bytesMax: number) {
  let records: Recorded[] = []
  let from: Position | undefined
  let bytes = 0
  const sizeOf = (record: Recorded): number => record.bytes + EVENT_BYTES
  const endOf = (): Position | undefined => records.at(-1)?.position

  /** Half of them at once, because each shift moves all that stay. The newest one always stays. */
  const dropOldest = (): void => {
    let dropped = 0
    for (; bytes > bytesMax / 2 && dropped < records.length - 1; dropped += 1) {
      bytes -= sizeOf(records[dropped]!)
      from = records[dropped]!.position
    }
    records.splice(0, dropped)
  }

  return {
    add: (record: Recorded): boolean => {
      const end = endOf()
      if (end !== undefined && record.position <= end) return false
      if (end === undefined || record.previous > end) [records, from, bytes] = [[], record.previous, 0]
      records.push(record)
      bytes += sizeOf(record)
      if (bytes > bytesMax) dropOldest()
      return true
    },
    /** Undefined where it does not have all events after the position. */
    read: (after: Position, { limit, types }: { limit: number; types?: readonly string[] | undefined }) => {
      const end = endOf()
      if (from === undefined || end === undefined || after < from || after > end) return undefined
      const later = records.slice(records.findLastIndex(({ position }) => position <= after) + 1)
      const wanted = later.filter(({ type }) => types?.includes(type) ?? true)
      const events = wanted.slice(0, limit).map((record) => (record.event ??= record.parse()))
      const scannedTo = events.length === limit ? events.at(-1)!.position : end
      return { events, scannedTo, isAtHead: scannedTo === end }
    },
  }
}
