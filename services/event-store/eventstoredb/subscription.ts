import {
  START,
  StoreError,
  type EventStore,
  type Filter,
  type Position,
  type SubscriptionMessage,
} from '@app/contracts/event-store.ts'
import { endWith, endable, type WakeSignal } from '../wake-signal.ts'
import type { Calls } from './calls.ts'
import { isSystemEvent, matches, positionOfRecorded, storedEventOf } from './events.ts'
import type { ServerFeed } from './feed.ts'
import type { FeedItem } from './feed-queue.ts'

export interface SubscriptionDeps {
  readonly calls: Calls
  readonly openFeed: (after: Position, highWaterMark: number, filter?: Filter) => ServerFeed
  readonly headPosition: () => Promise<Position>
  readonly backoff: (attempt: number) => number
}

type SubscribeOptions = Parameters<EventStore['subscribe']>[1]

const QUEUED_MAX = 1_000
/** Number of filtered-out events after which a checkpoint is sent. */
const PASSED_OVER_MAX = 1_000

interface Progress {
  /** Everything up to here was considered; the next server subscription begins here. */
  scanned: Position
  /** The last position that the consumer was given. */
  published: Position
  passedOver: number
}

/** A retryable error becomes a 'lost' message and a new server subscription; other errors are thrown. */
export const subscribeByFeeds = (
  deps: SubscriptionDeps,
  after: Position,
  options: SubscribeOptions,
): AsyncIterable<SubscriptionMessage> => endable((wakeSignal) => follow(deps, after, options, wakeSignal))

async function* follow(
  deps: SubscriptionDeps,
  after: Position,
  { signal, filter, highWaterMark = QUEUED_MAX }: SubscribeOptions,
  wakeSignal: WakeSignal,
): AsyncGenerator<SubscriptionMessage, undefined> {
  const progress: Progress = { scanned: after, published: after, passedOver: 0 }
  const queued = Math.max(1, Math.min(Math.floor(highWaterMark), QUEUED_MAX))
  let attempt = 0
  const release = endWith(signal, wakeSignal, deps.calls.onEnd(wakeSignal.end))
  try {
    while (!wakeSignal.ended) {
      const feed = deps.openFeed(progress.scanned, queued, filter)
      let cause: StoreError
      try {
        cause = yield* relay(deps, feed, { progress, filter, wakeSignal, onAlive: () => (attempt = 0) })
      } finally {
        feed.stop()
      }
      if (wakeSignal.ended) break
      if (!cause.retryable) throw cause
      attempt += 1
      yield { t: 'lost', cause, attempt }
      await wakeSignal.sleep(deps.backoff(attempt))
    }
    if (deps.calls.ended && !signal.aborted) throw new StoreError('Disposed', 'the event store is disposed')
    return undefined
  } finally {
    release()
  }
}

interface Relaying {
  readonly progress: Progress
  readonly filter: Filter | undefined
  readonly wakeSignal: WakeSignal
  readonly onAlive: () => void
}

const ENDED = new StoreError('Disposed', 'the subscription has ended')

async function* relay(
  deps: SubscriptionDeps,
  feed: ServerFeed,
  { progress, filter, wakeSignal, onAlive }: Relaying,
): AsyncGenerator<SubscriptionMessage, StoreError> {
  let isCaughtUp = false
  for (;;) {
    const item = await wakeSignal.orEnd(feed.take())
    if (item === undefined) return ENDED
    if (item.t === 'over') return item.cause
    onAlive()
    if (item.t === 'caughtUp' && isCaughtUp) continue
    isCaughtUp ||= item.t === 'caughtUp'
    const head = item.t === 'checkpoint' ? await wakeSignal.orEnd(headOr(deps, START)) : START
    const message = messageOf(item, progress, filter, head ?? START)
    if (wakeSignal.ended) return ENDED
    if (message !== undefined) yield message
  }
}

const headOr = (deps: SubscriptionDeps, otherwise: Position): Promise<Position> =>
  deps.headPosition().catch(() => otherwise)

/** @param head of the log: the server's checkpoint may lie behind it, where no event is yet */
function messageOf(
  item: Exclude<FeedItem, { t: 'over' }>,
  progress: Progress,
  filter: Filter | undefined,
  head: Position,
): SubscriptionMessage | undefined {
  if (item.t === 'caughtUp') return { t: 'caughtUp', position: progress.published }
  if (item.t === 'checkpoint') return passOver(progress, item.position < head ? item.position : head)
  const { recorded } = item
  const position = positionOfRecorded(recorded)
  if (position <= progress.scanned) return undefined
  if (isSystemEvent(recorded) || !matches(recorded, filter)) {
    progress.scanned = position
    progress.passedOver += 1
    return progress.passedOver < PASSED_OVER_MAX ? undefined : passOver(progress, position)
  }
  const event = storedEventOf(recorded)
  progress.scanned = position
  progress.published = position
  progress.passedOver = 0
  return { t: 'event', event }
}

function passOver(progress: Progress, position: Position): SubscriptionMessage | undefined {
  if (position > progress.scanned) progress.scanned = position
  if (position <= progress.published) return undefined
  progress.published = position
  progress.passedOver = 0
  return { t: 'checkpoint', position }
}
