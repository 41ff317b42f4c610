import { StoreError, type Filter, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import type { SubscribedEvent } from './server-subscription.ts'
import { wantedBy } from './filters.ts'

export interface BufferLimits {
  readonly events: number
  readonly bytes: number
}

export interface BufferedPage {
  readonly events: readonly StoredEvent[]
  readonly scannedTo: Position
  /** The whole buffer after the position was scanned. */
  readonly isToEnd: boolean
}

/** Successive events of the log; new ones evict the oldest. */
export interface EventBuffer {
  /** It has everything after this position … */
  readonly start: Position
  /** … up to this one. */
  readonly end: Position
  add(entry: SubscribedEvent): void
  /** No wanted event before this position is missing. */
  pass(position: Position): void
  /** @throws StoreError Corrupt for a damaged event that the filter wants, once those before it were read */
  read(after: Position, limit: number, filter: Filter | undefined): BufferedPage
}

/** Dropped entries are freed this many at a time. */
const FREED_AT_ONCE = 1_024

export function createEventBuffer(after: Position, limits: BufferLimits): EventBuffer {
  let entries: SubscribedEvent[] = []
  let [first, start, end, bytes] = [0, after, after, 0]

  function drop(): void {
    start = entries[first]!.position
    bytes -= entries[first]!.bytes
    first += 1
    if (first < FREED_AT_ONCE) return
    entries = entries.slice(first)
    first = 0
  }

  return {
    get start() {
      return start
    },
    get end() {
      return end
    },
    add: (entry) => {
      if (entry.position <= end) return
      bytes += entry.bytes
      entries.push(entry)
      end = entry.position
      while (entries.length - first > limits.events || bytes > limits.bytes) drop()
    },
    pass: (position) => {
      if (position > end) end = position
    },
    read: (after_, limit, filter) =>
      pageOf(entries, indexAfter(entries, first, after_), { after: after_, end, limit, filter }),
  }
}

/** The first at or after `from` that lies beyond the position. */
function indexAfter(entries: readonly SubscribedEvent[], from: number, position: Position): number {
  let [low, high] = [from, entries.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (entries[middle]!.position <= position) low = middle + 1
    else high = middle
  }
  return low
}

function pageOf(
  entries: readonly SubscribedEvent[],
  from: number,
  page: {
    readonly after: Position
    readonly end: Position
    readonly limit: number
    readonly filter: Filter | undefined
  },
): BufferedPage {
  const { after, end, limit, filter } = page
  const isWanted = wantedBy(filter)
  const events: StoredEvent[] = []
  for (let index = from; index < entries.length; index += 1) {
    const entry = entries[index]!
    if (!isWanted(entry)) continue
    const { event } = entry
    if (event instanceof StoreError) {
      const last = events.at(-1)
      if (last === undefined) throw event
      return { events, scannedTo: last.position, isToEnd: false }
    }
    events.push(event)
    if (events.length === limit) return { events, scannedTo: event.position, isToEnd: false }
  }
  return { events, scannedTo: end > after ? end : after, isToEnd: true }
}
