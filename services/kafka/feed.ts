import {
  STORE_LIMITS,
  type EventStore,
  type LogPage,
  type Position,
  type ReadAllOptions,
} from '@app/contracts/event-store.ts'
import { createLogWatchers } from '../kernel/log/open-store.ts'
import type { Kafka, KafkaRecord } from './kafka.ts'
import { readRecord, type ReadRecord } from './relay.ts'

export interface FeedOptions {
  readonly log: EventStore
  readonly kafka: Pick<Kafka, 'consume'>
  readonly macKey: Buffer
  readonly monotonicMs: () => number
  readonly onRecords: () => void
  readonly onTrouble: (error: Error) => void
  /** Called for records of another log, or of another writer. */
  readonly onForeign: () => void
  /** Only tests set it. */
  readonly windowBytesMax?: number
}

export interface Feed extends EventStore {
  readonly stopFeeding: () => Promise<void>
}

const WINDOW_BYTES_MAX = 16 * 1024 * 1024
const EVENT_BYTES = 600
/** After so long without a record the log is read: nothing may have happened, or the brokers are away. */
const QUIET_MS = 2_000

/** The log as projections follow it: from the newest records of Kafka where these are complete, else from the log. */
export function createFeed(options: FeedOptions): Feed {
  const { log, kafka, macKey, monotonicMs, windowBytesMax = WINDOW_BYTES_MAX } = options
  const window = createWindow(windowBytesMax)
  const watchers = createLogWatchers()
  const source = { storeId: log.storeId, macKey }
  let heardMs = -Infinity

  const onRecords = (records: readonly KafkaRecord[]): void => {
    const ours = records.map((record) => readRecord(record, source)).filter((read) => read !== undefined)
    if (ours.length < records.length) options.onForeign()
    const types = new Set(ours.filter(window.add).map(({ event }) => event.type))
    // Others' records and repetitions do not show how far the log is.
    if (types.size === 0) return
    heardMs = monotonicMs()
    options.onRecords()
    watchers.wake(types)
  }
  const stopFeeding = kafka.consume(onRecords, options.onTrouble)

  return {
    ...log,
    readAll: async (after, range = {}) => {
      const isQuiet = monotonicMs() - heardMs > QUIET_MS
      return (isQuiet ? undefined : window.read(after, range)) ?? log.readAll(after, range)
    },
    watch: watchers.watch,
    stopFeeding,
  }
}

/** The newest events of the log, without a gap: all that follow `from`. */
function createWindow(bytesMax: number) {
  let records: ReadRecord[] = []
  let from: Position | undefined
  let bytes = 0
  const sizeOf = (record: ReadRecord): number => record.bytes + EVENT_BYTES
  const endOf = (): Position | undefined => records.at(-1)?.event.position

  return {
    add: (record: ReadRecord): boolean => {
      const end = endOf()
      if (end !== undefined && record.event.position <= end) return false
      if (end === undefined || record.previous > end) [records, from, bytes] = [[], record.previous, 0]
      records.push(record)
      bytes += sizeOf(record)
      while (bytes > bytesMax && records.length > 1) {
        const oldest = records.shift()!
        bytes -= sizeOf(oldest)
        from = oldest.event.position
      }
      return true
    },
    /** Undefined where it does not have all events after the position. */
    read: (after: Position, { limit = STORE_LIMITS.readLimitDefault, filter }: ReadAllOptions) => {
      const end = endOf()
      if (from === undefined || end === undefined || after < from || after > end) return undefined
      const wanted = filter && new Set(filter.types)
      const first = records.findLastIndex(({ event }) => event.position <= after) + 1
      const later = records.slice(first).map(({ event }) => event)
      const events = later.filter(({ type }) => wanted?.has(type) !== false).slice(0, limit)
      const scannedTo = events.length === limit ? events.at(-1)!.position : end
      return { events, scannedTo, isAtHead: scannedTo === end } satisfies LogPage
    },
  }
}
