import {
  StoreError,
  isStoreError,
  type EventStore,
  type Filter,
  type Position,
  type StoredEvent,
  type SubscriptionMessage,
} from '@app/contracts/event-store.ts'
import { endWith, endable, type Alarm } from './alarm.ts'

export interface PolledSource {
  /**
   * The matching events among the next `size` places after a position, and how far it looked: `after` itself
   * where there is nothing more. It looks at fewer than `size` places only where the log ends.
   */
  readWindow(after: Position, size: number, filter?: Filter): Promise<Window>
  watch: EventStore['watch']
}

interface Window {
  readonly events: readonly StoredEvent[]
  readonly scannedTo: Position
}

export interface PollingDeps {
  /** Watching may miss something: look anyway after this long. */
  readonly pollMs: number
  /** Milliseconds to wait before the next try; `attempt` counts from 1. */
  readonly backoff: (attempt: number) => number
}

type SubscribeOptions = Parameters<EventStore['subscribe']>[1]

const WINDOW_SIZE_MAX = 1_000

/**
 * The port's `subscribe` over a store that can only be asked: window after window, as the consumer pulls.
 * What passes is waited out and told as 'lost'; what no waiting mends (Corrupt, Disposed, …) is thrown.
 */
export function subscribeByPolling(
  source: PolledSource,
  after: Position,
  options: SubscribeOptions,
  deps: PollingDeps,
): AsyncIterable<SubscriptionMessage> {
  return endable((alarm) => follow(source, after, options, deps, alarm))
}

async function* follow(
  source: PolledSource,
  after: Position,
  { signal, filter, highWaterMark = WINDOW_SIZE_MAX }: SubscribeOptions,
  deps: PollingDeps,
  alarm: Alarm,
): AsyncGenerator<SubscriptionMessage, undefined> {
  let place = after
  let size = Math.max(1, Math.min(Math.floor(highWaterMark), WINDOW_SIZE_MAX))
  let attempt = 0
  let isCaughtUp = false
  const unwatch = source.watch(alarm.ring)
  const release = endWith(signal, alarm, unwatch)
  try {
    while (!alarm.ended) {
      alarm.hush() // before the read: what rings from now on may not be in it
      const answer = await alarm.orEnd(settled(source.readWindow(place, size, filter)))
      if (answer === undefined) return
      if (answer instanceof StoreError) {
        // One bad event spoils its window: smaller windows deliver all that stands before it.
        const isCrowded = answer.code === 'Corrupt' && size > 1
        if (!answer.retryable && !isCrowded) throw answer
        if (isCrowded) size = Math.floor(size / 2)
        else {
          isCaughtUp = false
          attempt += 1
          yield { t: 'lost', cause: answer, attempt }
          await alarm.sleep(deps.backoff(attempt))
        }
        continue
      }
      attempt = 0
      for (const message of messagesOf(answer, place)) {
        if (alarm.ended) return
        yield message
      }
      // Positions only ever grow: going forward by less than `size` means that fewer places were there.
      const isAtHead = answer.scannedTo - place < BigInt(size)
      place = answer.scannedTo
      if (!isAtHead || alarm.ended) continue
      if (!isCaughtUp) yield { t: 'caughtUp', position: place }
      isCaughtUp = true
      await alarm.sleepUntilRung(deps.pollMs)
    }
  } finally {
    release()
  }
}

function* messagesOf(window: Window, after: Position): Generator<SubscriptionMessage> {
  for (const event of window.events) yield { t: 'event', event }
  const last = window.events.at(-1)?.position ?? after
  if (window.scannedTo > last) yield { t: 'checkpoint', position: window.scannedTo }
}

/** Errors as values: a read given up by `orEnd` may still fail later, and must not be unhandled then. */
const settled = (reading: Promise<Window>): Promise<Window | StoreError> =>
  reading.catch((error: unknown) =>
    isStoreError(error)
      ? error
      : new StoreError('Unavailable', 'the log could not be read', { cause: error }),
  )
