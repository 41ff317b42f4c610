import { type StoreError, type Filter, type LogPage, type Position } from '@app/contracts/event-store.ts'
import type { Calls } from '../grpc-calls.ts'
import { createCondition } from './condition.ts'
import { createEventRun, type EventRun } from './event-run.ts'
import type { OpenFeed, ServerFeed } from './shared-feed.ts'
import { includes } from './filters.ts'

export interface CatchUpDeps {
  readonly calls: Pick<Calls, 'onEnd'>
  readonly openFeed: OpenFeed
  readonly after: Position
  readonly filter: Filter | undefined
  /** Not beyond the head of the log when it begins. */
  readonly until: Position
  readonly onClosed: () => void
}

export interface CatchUp {
  readonly isOver: boolean
  covers(after: Position, filter: Filter | undefined): boolean
  /** Waits for events. Undefined when no more come. @throws StoreError Corrupt, or a permanent fault */
  read(after: Position, limit: number, filter: Filter | undefined): Promise<LogPage | undefined>
  close(): void
}

const HELD = { events: 20_000, bytes: 16 * 1024 * 1024 }
/** Read-ahead for the foremost reader, beyond which the server waits. */
const AHEAD = { events: 10_000, bytes: 8 * 1024 * 1024 }
/** A page has at most this many events, or those that arrive within this time. */
const PAGE_EVENTS = 1_000
const PAGE_MS = 50
const SILENT_MS = 5_000
const UNUSED_MS = 5_000

/** Reads ahead of its readers from one position up to another, by a subscription that the server filters. */
export function openCatchUp(deps: CatchUpDeps): CatchUp {
  const run = createEventRun(deps.after, HELD)
  const condition = createCondition()
  const source = openSource(deps, run, condition.changed)
  let foremost = deps.after
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
    if (after > foremost) foremost = after
    source.heed(foremost)
    const { state, isWaiting } = source
    for (let triesLeft = SILENT_MS / PAGE_MS; triesLeft > 0 && after >= run.start; triesLeft -= 1) {
      if (state.cause?.retryable === false) throw state.cause
      const ready = run.read(after, limit, filter)
      if (!ready.isToEnd) return { events: ready.events, scannedTo: ready.scannedTo, isAtHead: false }
      const enough = state.received + Math.min(limit, PAGE_EVENTS)
      await condition.until(() => isWaiting() || state.received >= enough, PAGE_MS)
      const { events, scannedTo } = run.read(after, limit, filter)
      if (scannedTo > after) return { events, scannedTo, isAtHead: false }
      if (state.isEnded) return undefined
    }
    return undefined
  }

  return {
    get isOver() {
      return source.state.isEnded && run.end <= foremost
    },
    covers: (after, asked) =>
      after >= run.start &&
      (after < run.end || (after === run.end && !source.state.isEnded)) &&
      includes(deps.filter, asked),
    read,
    close,
  }
}

/** Fills the run; the server waits while the foremost reader has much to read. */
function openSource({ openFeed, after, filter, until }: CatchUpDeps, run: EventRun, changed: () => void) {
  const state = { isEnded: false, received: 0, cause: undefined as StoreError | undefined }
  const pressure = createPressure(run)
  function end(cause?: StoreError): void {
    state.isEnded = true
    state.cause ??= cause
    feed.stop()
    changed()
  }
  const feed = openFeed(
    after,
    { filter },
    {
      entry: (entry) => {
        state.received += 1
        run.add(entry)
        pressure.grew(feed, entry.bytes)
        changed()
      },
      // A checkpoint may be beyond the head, where no event is yet.
      passed: (position) => {
        run.pass(position < until ? position : until)
        changed()
      },
      caughtUp: () => {
        run.pass(until)
        end()
      },
      over: end,
    },
  )
  return {
    state,
    /** Starts with the first read. */
    isWaiting: () => pressure.isPaused() || state.isEnded,
    heed: (foremost: Position) => pressure.heed(feed, foremost),
    end,
  }
}

/** Pauses a feed while many of its events are unread. */
function createPressure(run: EventRun) {
  let isPaused = false
  let ahead = { events: 0, bytes: 0 }
  function steer(feed: ServerFeed): void {
    const isMuch = ahead.events >= AHEAD.events || ahead.bytes >= AHEAD.bytes
    const isLittle = ahead.events < AHEAD.events / 2 && ahead.bytes < AHEAD.bytes / 2
    if (isPaused ? !isLittle : !isMuch) return
    isPaused = !isPaused
    if (isPaused) feed.pause()
    else feed.resume()
  }
  return {
    isPaused: () => isPaused,
    grew: (feed: ServerFeed, bytes: number) => {
      ahead.events += 1
      ahead.bytes += bytes
      steer(feed)
    },
    heed: (feed: ServerFeed, foremost: Position) => {
      ahead = { ...run.restAfter(foremost) }
      steer(feed)
    },
  }
}
