import {
  STORE_LIMITS,
  StoreError,
  type Filter,
  type LogPage,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { storeDisposed } from '../../append-refusals.ts'
import { createDeadline, type Deadline } from '../../deadline.ts'
import { positionOfRecorded, storedEventOf } from '../events.ts'
import type { Calls } from '../grpc-calls.ts'
import { CHECKPOINT_EVERY, type SubscriptionSink, type OpenSubscription } from './server-subscription.ts'

export interface ScanDeps {
  readonly calls: Pick<Calls, 'ended' | 'onEnd'>
  readonly openSubscription: OpenSubscription
  readonly scannedEventsMax: number
}

export interface ScanRange {
  readonly after: Position
  readonly limit: number
  readonly filter: Filter
  /** Of the log, a moment ago. */
  readonly head: Position
}

/** A page that takes longer ends with the events so far. */
const PAGE_MS = 2_000

/**
 * One page of matching events, by the server's own filter: a subscription until it has caught up, found enough, or scanned
 * as many events as a page may. Its checkpoints show how far it scanned.
 */
export async function scanLog(deps: ScanDeps, range: ScanRange): Promise<LogPage> {
  const { calls, openSubscription, scannedEventsMax } = deps
  if (calls.ended) throw storeDisposed()
  const answer = createDeadline<LogPage>(
    STORE_LIMITS.appendTimeoutMs,
    () => new StoreError('Timeout', 'the event store did not answer in time'),
  )
  // Two fit into a page: the first may make no progress.
  const checkpointEvery = Math.max(1, Math.min(CHECKPOINT_EVERY, Math.floor(scannedEventsMax / 2)))
  const scanLimits = { checkpointEvery, scannedEventsMax, untilMs: performance.now() + PAGE_MS }
  const sink = pageOf(range, scanLimits, answer)
  const subscription = openSubscription(range.after, { filter: range.filter, checkpointEvery }, sink)
  const forget = calls.onEnd(() => answer.reject(storeDisposed()))
  return answer.promise.finally(() => {
    forget()
    subscription.stop()
  })
}

interface ScanLimits {
  readonly checkpointEvery: number
  readonly scannedEventsMax: number
  readonly untilMs: number
}

function pageOf(
  { after, limit, filter, head }: ScanRange,
  scanLimits: ScanLimits,
  answer: Deadline<LogPage>,
): SubscriptionSink {
  const { checkpointEvery, scannedEventsMax, untilMs } = scanLimits
  // Once more, because the server's regular expressions are .NET's.
  const wanted = new Set(filter.types)
  const events: StoredEvent[] = []
  let [scannedTo, scanned] = [after, 0]
  const scan = (position: Position): void => {
    if (position > scannedTo) scannedTo = position
    answer.extend()
  }
  const finish = (isAtHead: boolean): void => answer.resolve({ events, scannedTo, isAtHead })
  return {
    entry: (recorded) => {
      if (answer.settled || !wanted.has(recorded.type)) return
      events.push(storedEventOf(recorded))
      scan(positionOfRecorded(recorded))
      if (events.length === limit) finish(false)
    },
    passed: (position) => {
      if (answer.settled) return
      scanned += checkpointEvery
      // It may be beyond the head, where no event is yet.
      scan(position < head ? position : head)
      const isEnough = scanned + checkpointEvery > scannedEventsMax || performance.now() > untilMs
      if (position >= head) finish(true)
      // Some servers name the first position that they have just scanned, which is no progress the first time.
      else if (isEnough && scannedTo > after) finish(false)
    },
    caughtUp: () => {
      if (answer.settled) return
      scan(head)
      finish(true)
    },
    // The events found so far are a page.
    ended: (error) => (scannedTo > after && error.retryable ? finish(false) : answer.reject(error)),
  }
}
