import {
  STORE_LIMITS,
  type EventStore,
  type LogPage,
  type Position,
  type ReadAllOptions,
} from '@app/contracts/event-store.ts'
import { createLogWatchers } from '@app/event-store/watchers.ts'
import type { Kafka, KafkaRecord } from './kafka-port.ts'
import { hasMac } from './record-mac.ts'
import { readRecord, type ReadRecord } from './kafka-record.ts'

export interface FedLogDeps {
  readonly log: EventStore
  readonly kafka: Pick<Kafka, 'consume'>
  /** That of the relay. */
  readonly macKey: Buffer
  readonly monotonicMs: () => number
  readonly onRecords: () => void
  readonly onTrouble: (error: Error) => void
  /** Records of another log, or of somebody else. */
  readonly onForeign: () => void
  /** Only tests set it. */
  readonly windowBytesMax?: number
}

export interface FedLog extends EventStore {
  readonly stopFeeding: () => Promise<void>
}

/** What one process keeps for its projections; whoever is further behind reads the log. */
const WINDOW_BYTES_MAX = 16 * 1024 * 1024
/** Of an event beside its data. */
const EVENT_BYTES = 600
/** When Kafka says nothing for so long, the log is asked: nothing may have happened, or the brokers are away. */
const QUIET_MS = 2_000

/**
 * The log as projections follow it, whose newest events come from Kafka: a page is answered from the records that this
 * process was sent, and the log itself is read only by who is further behind, and while Kafka is silent. Each record names the
 * position before it, so that what is missing between two is known, and read from the log. Repeated records, and those
 * in another order, are dropped by their position.
 */
export function createFedLog(deps: FedLogDeps): FedLog {
  const { log, kafka, macKey, monotonicMs, windowBytesMax = WINDOW_BYTES_MAX } = deps
  const window = createWindow(windowBytesMax)
  const watchers = createLogWatchers()
  let heardMs = -Infinity

  const onRecords = (records: readonly KafkaRecord[]): void => {
    const ours = records
      .filter((record) => hasMac(record, macKey))
      .map(readRecord)
      .filter((one) => one?.storeId === log.storeId) as readonly ReadRecord[]
    if (ours.length < records.length) deps.onForeign()
    const types = new Set(ours.filter((one) => window.add(one)).map(({ event }) => event.type))
    // Others' records and repetitions say nothing about what this log has by now.
    if (types.size === 0) return
    heardMs = monotonicMs()
    deps.onRecords()
    watchers.wake(types)
  }
  const stopFeeding = kafka.consume(onRecords, deps.onTrouble)

  return {
    ...log,
    readAll: async (after, options = {}) => {
      const isQuiet = monotonicMs() - heardMs > QUIET_MS
      const page = isQuiet ? undefined : window.read(after, options)
      return page ?? log.readAll(after, options)
    },
    watch: watchers.watch,
    stopFeeding,
  }
}

/** The newest events of the log, without a gap. */
function createWindow(bytesMax: number) {
  let kept: ReadRecord[] = []
  /** All events after it, up to the last one kept, are here. */
  let from: Position | undefined
  let bytes = 0
  const sizeOf = (record: ReadRecord): number => record.bytes + EVENT_BYTES
  const endOf = (): Position | undefined => kept.at(-1)?.event.position ?? from

  function trim(): void {
    // By halves, so that a record costs nothing when it goes.
    if (bytes <= bytesMax) return
    let dropped = 0
    while (bytes > bytesMax / 2 && dropped < kept.length - 1) bytes -= sizeOf(kept[dropped++]!)
    from = kept[dropped - 1]?.event.position ?? from
    kept = kept.slice(dropped)
  }

  return {
    /** @returns whether it is new */
    add: (record: ReadRecord): boolean => {
      const end = endOf()
      if (end !== undefined && record.event.position <= end) return false
      if (end === undefined || record.previous > end) {
        kept = []
        bytes = 0
        from = record.previous
      }
      kept.push(record)
      bytes += sizeOf(record)
      trim()
      return true
    },
    /** Undefined where it does not have all events after the position. */
    read: (
      after: Position,
      { limit = STORE_LIMITS.readLimitDefault, filter }: ReadAllOptions,
    ): LogPage | undefined => {
      const end = endOf()
      if (from === undefined || end === undefined || after < from || after > end) return undefined
      const wanted = filter && new Set(filter.types)
      // From the end, which most readers are near.
      const first = kept.findLastIndex(({ event }) => event.position <= after) + 1
      const later = kept.slice(first).map(({ event }) => event)
      const events = later.filter(({ type }) => wanted?.has(type) !== false).slice(0, limit)
      const scannedTo = events.length === limit ? events.at(-1)!.position : end
      return { events, scannedTo, isAtHead: scannedTo === end }
    },
  }
}
