import type { EventStore } from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { createLogWatchers } from '../kernel/log/open-store.ts'
import { createWindow } from '../kernel/log/newest-events.ts'
import type { Kafka, KafkaRecord } from './kafka.ts'
import { readRecord } from './relay.ts'

export interface FeedOptions {
  readonly log: EventStore
  readonly kafka: Pick<Kafka, 'consume'>
  readonly macKey: Buffer
  readonly monotonicMs: () => number
  readonly onRecords: () => void
  readonly onTrouble: (error: Error) => void
  readonly onForeign: () => void
  /** Only tests set it. */
  readonly windowBytesMax?: number
}

export interface Feed extends EventStore {
  readonly stopFeeding: () => Promise<void>
}

const WINDOW_BYTES_MAX = 16 * 1024 * 1024
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
    const types = new Set(ours.filter(window.add).map(({ type }) => type))
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
      const { limit = STORE_LIMITS.readLimitDefault, filter } = range
      const isQuiet = monotonicMs() - heardMs > QUIET_MS
      const page = isQuiet ? undefined : window.read(after, { limit, types: filter?.types })
      return page ?? log.readAll(after, range)
    },
    watch: watchers.watch,
    stopFeeding,
  }
}
