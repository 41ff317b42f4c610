import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { STORE_LIMITS, type StoreError } from '@app/contracts/event-store.ts'
import { storeDisposed, tooManyWaiting } from '../../append-refusals.ts'
import { createAppendBackoff, type AppendBackoff } from './append-backoff.ts'
import { createAppendTransport, type AppendTransport, type TransportDeps } from './append-transport.ts'
import type { Outcome, PendingAppend, Written } from './pending-append.ts'

export interface QueueDeps extends Pick<TransportDeps, 'connection' | 'calls'> {
  readonly onSend: (append: PendingAppend) => void
  readonly onWritten: (append: PendingAppend, written: Written) => void
}

export interface RetryingAppendQueue {
  push(append: PendingAppend): void
  /** Drops a queued append whose deadline has passed. */
  drop(append: PendingAppend): void
  /** Queued appends fail with Disposed; sent ones may get their answer within this time. */
  end(withinMs: number): Promise<void>
}

interface Queue {
  readonly deps: QueueDeps
  readonly transport: AppendTransport
  readonly backoff: AppendBackoff
  /** In the order of their sequence numbers. */
  waiting: Set<PendingAppend>
  readonly sent: Set<PendingAppend>
  ended: boolean
}

/** Sends appends in order, and again those without an answer, until each is settled. */
export function createRetryingAppendQueue(deps: QueueDeps): RetryingAppendQueue {
  const { connection, calls } = deps
  const queue: Queue = {
    deps,
    transport: createAppendTransport({
      connection,
      calls,
      onOutcome: (append, outcome) => receive(queue, append, outcome),
      onLost: (unanswered, error) => retry(queue, unanswered, error),
      onCapacity: () => sendNext(queue),
    }),
    backoff: createAppendBackoff({
      outageMsMax: connection.outageMsMax,
      onElapsed: () => sendNext(queue),
    }),
    waiting: new Set(),
    sent: new Set(),
    ended: false,
  }
  return {
    push: (append) => push(queue, append),
    drop: (append) => queue.waiting.delete(append),
    end: (withinMs) => end(queue, withinMs),
  }
}

function push(queue: Queue, append: PendingAppend): void {
  if (queue.ended) append.deadline.reject(storeDisposed())
  else if (queue.waiting.size >= STORE_LIMITS.queuedAppendsMax) append.deadline.reject(tooManyWaiting())
  else queue.waiting.add(append)
  sendNext(queue)
}

function sendNext(queue: Queue): void {
  const { deps, transport, backoff, sent } = queue
  for (const next of queue.waiting) {
    // During an outage one append probes whether it is over.
    if (backoff.isWaiting || (backoff.isOutage && sent.size > 0) || transport.capacity() <= 0) return
    queue.waiting.delete(next)
    next.isSent = true
    sent.add(next)
    deps.onSend(next)
    transport.send(next)
  }
}

function receive(queue: Queue, append: PendingAppend, outcome: Outcome): void {
  queue.sent.delete(append)
  append.isSent = false
  const { error } = outcome
  if (error?.code === 'Unavailable') return retry(queue, [append], error)
  queue.backoff.outageEnded()
  if (error === undefined) {
    // It is written: if the proof that follows comes too late, nobody may read that it is not.
    append.isAmbiguous = true
    queue.deps.onWritten(append, outcome)
  } else if (error.code === 'Timeout' && append.serverTimeouts === 0) {
    // The server drops a repeated append while it writes the first, and reports it only when it gives up.
    append.serverTimeouts += 1
    requeue(queue, [append], error)
  } else append.deadline.reject(error)
  sendNext(queue)
}

/** The event store is out of reach, and these appends have no answer. */
function retry(queue: Queue, unanswered: readonly PendingAppend[], error: StoreError): void {
  for (const append of unanswered) {
    queue.sent.delete(append)
    append.isSent = false
  }
  if (error.code !== 'Unavailable') for (const { deadline } of unanswered) deadline.reject(error)
  requeue(queue, unanswered, error)
  if (queue.waiting.size === 0 || !queue.backoff.failed()) return
  // The outage lasts too long. Ambiguous appends are sent again until their own deadline.
  for (const append of queue.waiting) if (!append.isAmbiguous) refuse(queue, append, error)
}

function refuse(queue: Queue, append: PendingAppend, error: StoreError): void {
  queue.waiting.delete(append)
  append.deadline.reject(error)
}

/** In their order, before later ones. */
function requeue(queue: Queue, appends: readonly PendingAppend[], error: StoreError): void {
  const unsettled = appends.filter(({ deadline }) => !deadline.settled)
  if (unsettled.length === 0) return
  for (const append of unsettled) {
    append.isAmbiguous ||= error.ambiguous
    append.needsProof ||= error.ambiguous
  }
  const inOrder = [...unsettled, ...queue.waiting].sort((one, other) => one.sequence - other.sequence)
  queue.waiting = new Set(inOrder)
  if (queue.ended) for (const append of unsettled) refuse(queue, append, storeDisposed(append.isAmbiguous))
}

async function end(queue: Queue, withinMs: number): Promise<void> {
  queue.ended = true
  queue.backoff.end()
  for (const append of queue.waiting) refuse(queue, append, storeDisposed(append.isAmbiguous))
  const answers = [...queue.sent].map(({ deadline }) => deadline.promise)
  await withTimeout(Promise.allSettled(answers), withinMs, () => undefined)
  queue.transport.end()
  for (const { deadline } of queue.sent) deadline.reject(storeDisposed(true))
}
