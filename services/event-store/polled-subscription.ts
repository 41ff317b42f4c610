import {
  StoreError,
  isStoreError,
  type EventStore,
  type LogPage,
  type Position,
  type SubscriptionMessage,
} from '@app/contracts/event-store.ts'
import { endWith, endable, type WakeSignal } from './wake-signal.ts'

export type PolledSource = Pick<EventStore, 'readAll' | 'watch'>

export interface PollingDeps {
  /** Time after which it reads in any case: `watch` may miss an append. */
  readonly pollMs: number
  readonly backoff: (attempt: number) => number
}

type SubscribeOptions = Parameters<EventStore['subscribe']>[1]

const PAGE_EVENTS_MAX = 1_000

/** Retryable errors become 'lost' messages; other errors are thrown. */
export function subscribeByPolling(
  source: PolledSource,
  after: Position,
  options: SubscribeOptions,
  deps: PollingDeps,
): AsyncIterable<SubscriptionMessage> {
  return endable((wakeSignal) => follow(source, after, options, deps, wakeSignal))
}

async function* follow(
  source: PolledSource,
  after: Position,
  { signal, filter, highWaterMark = PAGE_EVENTS_MAX }: SubscribeOptions,
  deps: PollingDeps,
  wakeSignal: WakeSignal,
): AsyncGenerator<SubscriptionMessage, undefined> {
  let position = after
  let limit = Math.max(1, Math.min(Math.floor(highWaterMark), PAGE_EVENTS_MAX))
  let attempt = 0
  let isCaughtUp = false
  const unwatch = source.watch(wakeSignal.notify)
  const release = endWith(signal, wakeSignal, unwatch)
  try {
    while (!wakeSignal.ended) {
      wakeSignal.clear() // before the read, which may miss later events
      const answer = await wakeSignal.orEnd(
        settled(source.readAll(position, filter === undefined ? { limit } : { limit, filter })),
      )
      if (answer === undefined) return
      if (answer instanceof StoreError) {
        // A corrupt event fails its whole page: smaller pages deliver the events before it.
        const isCrowded = answer.code === 'Corrupt' && limit > 1
        if (!answer.retryable && !isCrowded) throw answer
        if (isCrowded) limit = Math.floor(limit / 2)
        else {
          isCaughtUp = false
          attempt += 1
          yield { t: 'lost', cause: answer, attempt }
          await wakeSignal.sleep(deps.backoff(attempt))
        }
        continue
      }
      attempt = 0
      for (const message of messagesOf(answer, position)) {
        if (wakeSignal.ended) return
        yield message
      }
      position = answer.scannedTo
      if (!answer.isAtHead || wakeSignal.ended) continue
      if (!isCaughtUp) yield { t: 'caughtUp', position }
      isCaughtUp = true
      await wakeSignal.wait(deps.pollMs)
    }
  } finally {
    release()
  }
}

function* messagesOf(page: LogPage, after: Position): Generator<SubscriptionMessage> {
  for (const event of page.events) yield { t: 'event', event }
  const last = page.events.at(-1)?.position ?? after
  if (page.scannedTo > last) yield { t: 'checkpoint', position: page.scannedTo }
}

/** Errors as values: a read that `orEnd` gave up would else fail later as an unhandled rejection. */
const settled = (reading: Promise<LogPage>): Promise<LogPage | StoreError> =>
  reading.catch((error: unknown) =>
    isStoreError(error)
      ? error
      : new StoreError('Unavailable', 'the log could not be read', { cause: error }),
  )
