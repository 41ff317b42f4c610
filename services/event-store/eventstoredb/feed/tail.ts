import type { Filter, LogPage, OnGrown, Position } from '@app/contracts/event-store.ts'
import { createCondition, type Condition } from './condition.ts'
import type { EventRun, RunPage } from './event-run.ts'
import { keepTailFeed, type FeedDeps, type TailFeed } from './tail-feed.ts'
import { createWatchers } from './watchers.ts'

/** `older`: the position lies before what the tail has. `stale`: the tail cannot say whether there is more. */
type TailAnswer = LogPage | 'older' | 'stale'

export interface Tail {
  /** Everything after here is read from the tail. @throws StoreError while the log cannot be read */
  end(): Promise<Position>
  /** @throws StoreError while the log cannot be read, Corrupt */
  read(after: Position, limit: number, filter: Filter | undefined): Promise<TailAnswer>
  watch(onGrown: OnGrown): () => void
  /** To be called after an append of this process. */
  readonly appended: OnGrown
  /** Wakes all watchers. */
  wake(): void
}

/** An append of this process is answered a moment before the feed delivers it. */
const ARRIVES_MS = 50
/** A feed that was silent for longer is compared with the head of the log. */
const SILENT_MS = 1_000
/** A feed that lags behind the log for so long is restarted. */
const STUCK_MS = 2_000
const UNUSED_MS = 5_000

/** The end of the log, from one subscription without a filter, for all readers that are near it and all watchers. */
export function createTail(deps: FeedDeps): Tail {
  const condition = createCondition()
  const watchers = createWatchers()
  let feed: TailFeed | undefined
  let unused: NodeJS.Timeout | undefined

  function leave(): void {
    if (watchers.size > 0 || deps.calls.ended) return
    feed?.stop()
    feed = undefined
  }

  function use(): TailFeed {
    clearTimeout(unused)
    unused = setTimeout(leave, UNUSED_MS).unref()
    feed ??= keepTailFeed(deps, {
      onEvent: ({ type }) => watchers.came(type),
      onLive: () => watchers.announce(),
      onChanged: condition.changed,
    })
    return feed
  }

  const confirmation = createConfirmation(deps)
  return {
    end: async () => (await use().run()).end,
    read: async (after, limit, filter) => {
      const using = use()
      const run = await using.run()
      if (after < run.start) return 'older'
      const reading = { known: deps.known, condition, confirmation, feed: using, run }
      return readTail(reading, { after, limit, filter })
    },
    watch: (onGrown) => {
      const unwatch = watchers.add(onGrown)
      if (!deps.calls.ended) use()
      return () => {
        unwatch()
        if (feed !== undefined) use()
      }
    },
    // A live feed reports this process's appends as well.
    appended: (types) => {
      if (feed?.isLive !== true) watchers.announce(types)
    },
    wake: () => watchers.announce(),
  }
}

interface Confirmation {
  readonly confirmedMs: number
  /** Reads the head of the log, once for all concurrent callers. */
  confirm(): Promise<void>
}

function createConfirmation({ headPosition }: FeedDeps): Confirmation {
  let asking: Promise<void> | undefined
  let confirmedMs = 0
  return {
    get confirmedMs() {
      return confirmedMs
    },
    confirm: () => {
      asking ??= headPosition()
        .then(() => void (confirmedMs = performance.now()))
        .finally(() => (asking = undefined))
      return asking
    },
  }
}

interface Reading {
  readonly known: FeedDeps['known']
  readonly condition: Condition
  readonly confirmation: Confirmation
  readonly feed: TailFeed
  readonly run: EventRun
}

interface Asked {
  readonly after: Position
  readonly limit: number
  readonly filter: Filter | undefined
}

async function readTail(reading: Reading, { after, limit, filter }: Asked): Promise<TailAnswer> {
  const { known, condition, confirmation, feed, run } = reading
  const isFresh = (): boolean => {
    const saidMs = Math.max(feed.heardMs, confirmation.confirmedMs)
    return performance.now() - saidMs < SILENT_MS
  }
  const found = run.read(after, limit, filter)
  if (!found.isToEnd) return pageOf(found, false)
  if (!isFresh()) await confirmation.confirm()
  // The head of this moment: under load a later append is always pending.
  const wanted = known.position > after ? known.position : after
  const holdsAll = await condition.until(() => feed.isLive && run.end >= wanted, ARRIVES_MS)
  if (after < run.start) return 'older'
  const page = run.read(after, limit, filter)
  if (holdsAll || page.scannedTo > after) return pageOf(page, holdsAll && page.isToEnd)
  if (feed.isLive && performance.now() - feed.heardMs > STUCK_MS) feed.restart()
  return 'stale'
}

const pageOf = ({ events, scannedTo }: RunPage, isAtHead: boolean): LogPage => ({
  events,
  scannedTo,
  isAtHead,
})
