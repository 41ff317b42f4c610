import { type StoreError, type Filter, type LogPage, type Position } from '@app/contracts/event-store.ts'
import type { Calls } from '../grpc-calls.ts'
import { createCondition } from './condition.ts'
import { createEventBuffer, type EventBuffer } from './event-buffer.ts'
import type { OpenSubscription, ServerSubscription } from './server-subscription.ts'
import { includes } from './filters.ts'
import { storeDisposed } from '../../append-refusals.ts'
import type { LastEvents } from './last-events.ts'
import type { LiveSubscriptionDeps } from './live-subscription.ts'

interface CatchUpReaderDeps {
  readonly calls: Pick<Calls, 'onEnd'>
  readonly openSubscription: OpenSubscription
  readonly after: Position
  readonly filter: Filter | undefined
  /** Not beyond the head of the log when it begins. */
  readonly until: Position
  readonly onClosed: () => void
}

interface CatchUpReader {
  readonly isExhausted: boolean
  canServe(after: Position, filter: Filter | undefined): boolean
  /** Waits for events. Undefined when no more come. @throws StoreError Corrupt, or a permanent fault */
  read(after: Position, limit: number, filter: Filter | undefined): Promise<LogPage | undefined>
  close(): void
}

const BUFFERED = { events: 20_000, bytes: 16 * 1024 * 1024 }
/** Read-ahead for the furthest reader, beyond which the server waits. */
const READ_AHEAD = { events: 10_000, bytes: 8 * 1024 * 1024 }
/** A page has at most this many events, or those that arrive within this time. */
const PAGE_EVENTS = 1_000
const PAGE_MS = 50
const SILENT_MS = 5_000
const UNUSED_MS = 5_000

/** Reads ahead of its readers from one position up to another, by a subscription that the server filters. */
function openCatchUpReader(deps: CatchUpReaderDeps): CatchUpReader {
  const buffer = createEventBuffer(deps.after, BUFFERED)
  const condition = createCondition()
  const source = openSource(deps, buffer, condition.changed)
  let furthest = deps.after
  const close = (): void => {
    clearTimeout(unused)
    source.end()
    release()
    deps.onClosed()
  }
  const unused = setTimeout(close, UNUSED_MS).unref()
  const release = deps.calls.onEnd(close)

  async function read(after: Position, limit: number, filter: Filter | undefined) {
    unused.refresh()
    if (after > furthest) furthest = after
    source.advance(furthest)
    const { state, isWaiting } = source
    for (let triesLeft = SILENT_MS / PAGE_MS; triesLeft > 0 && after >= buffer.start; triesLeft -= 1) {
      if (state.cause?.retryable === false) throw state.cause
      const ready = buffer.read(after, limit, filter)
      if (!ready.isToEnd) return { events: ready.events, scannedTo: ready.scannedTo, isAtHead: false }
      const enough = state.received + Math.min(limit, PAGE_EVENTS)
      await condition.until(() => isWaiting() || state.received >= enough, PAGE_MS)
      const { events, scannedTo } = buffer.read(after, limit, filter)
      if (scannedTo > after) return { events, scannedTo, isAtHead: false }
      if (state.isEnded) return undefined
    }
    return undefined
  }

  return {
    get isExhausted() {
      return source.state.isEnded && buffer.end <= furthest
    },
    canServe: (after, wanted) =>
      after >= buffer.start &&
      (after < buffer.end || (after === buffer.end && !source.state.isEnded)) &&
      includes(deps.filter, wanted),
    read,
    close,
  }
}

/** Fills the buffer; the server waits while the furthest reader has much to read. */
function openSource(
  { openSubscription, after, filter, until }: CatchUpReaderDeps,
  buffer: EventBuffer,
  changed: () => void,
) {
  const state = { isEnded: false, received: 0, cause: undefined as StoreError | undefined }
  const pressure = createPressure(buffer)
  function end(cause?: StoreError): void {
    state.isEnded = true
    state.cause ??= cause
    subscription.stop()
    changed()
  }
  const subscription = openSubscription(
    after,
    { filter },
    {
      entry: (entry) => {
        state.received += 1
        buffer.add(entry)
        pressure.grew(subscription, entry.bytes)
        changed()
      },
      // A checkpoint may be beyond the head, where no event is yet.
      passed: (position) => {
        buffer.pass(position < until ? position : until)
        changed()
      },
      caughtUp: () => {
        buffer.pass(until)
        end()
      },
      ended: end,
    },
  )
  return {
    state,
    /** Starts with the first read. */
    isWaiting: () => pressure.isPaused() || state.isEnded,
    advance: (furthest: Position) => pressure.advance(subscription, furthest),
    end,
  }
}

/** Pauses a subscription while many of its events are unread. */
function createPressure(buffer: EventBuffer) {
  let isPaused = false
  let ahead = { events: 0, bytes: 0 }
  function adjust(subscription: ServerSubscription): void {
    const isMuch = ahead.events >= READ_AHEAD.events || ahead.bytes >= READ_AHEAD.bytes
    const isLittle = ahead.events < READ_AHEAD.events / 2 && ahead.bytes < READ_AHEAD.bytes / 2
    if (isPaused ? !isLittle : !isMuch) return
    isPaused = !isPaused
    if (isPaused) subscription.pause()
    else subscription.resume()
  }
  return {
    isPaused: () => isPaused,
    grew: (subscription: ServerSubscription, bytes: number) => {
      ahead.events += 1
      ahead.bytes += bytes
      adjust(subscription)
    },
    advance: (subscription: ServerSubscription, furthest: Position) => {
      ahead = { ...buffer.unreadAfter(furthest) }
      adjust(subscription)
    },
  }
}

interface CatchUpReaders {
  /** Undefined where the server has to be read page by page. @throws StoreError Corrupt, or a permanent fault */
  read(after: Position, limit: number, filter: Filter | undefined): Promise<LogPage | undefined>
}

/** At different positions. */
const READERS_MAX = 16

/** Shares one catch-up reader among all callers that are near its position and want no more than it reads. */
export function createCatchUpReaders(
  deps: Pick<LiveSubscriptionDeps, 'calls' | 'openSubscription'>,
  lastEvents: Pick<LastEvents, 'end'>,
): CatchUpReaders {
  const readers = new Set<CatchUpReader>()

  async function readerAt(after: Position, filter: Filter | undefined): Promise<CatchUpReader | undefined> {
    for (const one of readers) if (one.isExhausted) readers.delete(one)
    const until = await lastEvents.end()
    if (deps.calls.ended) throw storeDisposed()
    const shared = [...readers].find((one) => one.canServe(after, filter))
    if (shared !== undefined || readers.size >= READERS_MAX) return shared
    const onClosed = (): void => void readers.delete(opened)
    const opened = openCatchUpReader({ ...deps, after, filter, until, onClosed })
    readers.add(opened)
    return opened
  }

  return { read: async (after, limit, filter) => (await readerAt(after, filter))?.read(after, limit, filter) }
}
