import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { STORE_LIMITS, type StoreError } from '@app/contracts/event-store.ts'
import { storeDisposed, tooManyWaiting } from '../../append-refusals.ts'
import type { Connection } from '../client.ts'
import { eventDataOf } from '../events.ts'
import type { Calls } from '../grpc-calls.ts'
import { eventStoreDbErrorOf } from '../grpc-errors.ts'
import { createAppendBackoff } from './append-backoff.ts'
import type { Outcome, PendingAppend } from './pending-append.ts'

/** A server takes about 100 calls a connection; more would queue there unseen. */
const CALLS_MAX = 64

export interface QueueDeps {
  readonly connection: Pick<Connection, 'client' | 'callOptions' | 'outageMsMax'>
  readonly calls: Calls
  readonly onWritten: (append: PendingAppend, revision: bigint) => void
}

interface Queue {
  readonly deps: QueueDeps
  readonly backoff: ReturnType<typeof createAppendBackoff>
  /** In the order of their sequence numbers. */
  waiting: Set<PendingAppend>
  readonly sent: Set<PendingAppend>
  ended: boolean
}

/** Sends appends in order, and again those without an answer, until each is settled. */
export function createRetryingAppendQueue(deps: QueueDeps) {
  const queue: Queue = {
    deps,
    backoff: createAppendBackoff(deps.connection.outageMsMax, () => sendNext(queue)),
    waiting: new Set(),
    sent: new Set(),
    ended: false,
  }
  return {
    push: (append: PendingAppend) => push(queue, append),
    /** Drops a queued append whose deadline has passed. */
    drop: (append: PendingAppend) => void queue.waiting.delete(append),
    /** Queued appends fail with Disposed; sent ones may get their answer within this time. */
    end: (withinMs: number) => end(queue, withinMs),
  }
}

function push(queue: Queue, append: PendingAppend): void {
  if (queue.ended) append.deadline.reject(storeDisposed())
  else if (queue.waiting.size >= STORE_LIMITS.queuedAppendsMax) append.deadline.reject(tooManyWaiting())
  else queue.waiting.add(append)
  sendNext(queue)
}

function sendNext(queue: Queue): void {
  const { deps, backoff, sent } = queue
  for (const next of queue.waiting) {
    // During an outage one append probes whether it is over.
    if (backoff.isWaiting || (backoff.isOutage && sent.size > 0) || sent.size >= CALLS_MAX) return
    queue.waiting.delete(next)
    next.isSent = true
    sent.add(next)
    void outcomeOf(deps, next).then((outcome) => receive(queue, next, outcome))
  }
}

async function outcomeOf({ connection, calls }: QueueDeps, append: PendingAppend): Promise<Outcome> {
  const { id, stream, expected, events, untilMs } = append
  const deadline = Math.max(1, Math.ceil(untilMs - performance.now()))
  const expectedRevision = expected === 'noStream' ? ('no_stream' as const) : expected
  const options = { ...connection.callOptions, expectedRevision, deadline }
  const operation = { stream, expected, writes: true }
  try {
    const { nextExpectedRevision: revision } = await calls.run(operation, deadline, () =>
      connection.client.appendToStream(stream, eventDataOf(events, id), options),
    )
    return { revision }
  } catch (error) {
    return { error: eventStoreDbErrorOf(error, operation) }
  }
}

function receive(queue: Queue, append: PendingAppend, outcome: Outcome): void {
  queue.sent.delete(append)
  append.isSent = false
  const { error } = outcome
  if (error?.code === 'Unavailable') return retry(queue, append, error)
  queue.backoff.outageEnded()
  if (error === undefined) {
    // It is written: if the read that follows comes too late, nobody may read that it is not.
    append.isAmbiguous = true
    queue.deps.onWritten(append, outcome.revision)
  } else if (error.code === 'Timeout' && append.serverTimeouts === 0) {
    // The server drops a repeated append while it writes the first, and reports it only when it gives up.
    append.serverTimeouts += 1
    requeue(queue, append, error)
  } else append.deadline.reject(error)
  sendNext(queue)
}

/** The event store is out of reach, and this append has no answer. */
function retry(queue: Queue, append: PendingAppend, error: StoreError): void {
  requeue(queue, append, error)
  if (queue.waiting.size === 0 || !queue.backoff.failed()) return
  // The outage lasts too long. Ambiguous appends are sent again until their own deadline.
  for (const waiting of queue.waiting) if (!waiting.isAmbiguous) refuse(queue, waiting, error)
}

function refuse(queue: Queue, append: PendingAppend, error: StoreError): void {
  queue.waiting.delete(append)
  append.deadline.reject(error)
}

/** In its order, before later ones. */
function requeue(queue: Queue, append: PendingAppend, error: StoreError): void {
  if (append.deadline.settled) return
  append.isAmbiguous ||= error.ambiguous
  const inOrder = [append, ...queue.waiting].sort((one, other) => one.sequence - other.sequence)
  queue.waiting = new Set(inOrder)
  if (queue.ended) refuse(queue, append, storeDisposed(append.isAmbiguous))
}

async function end(queue: Queue, withinMs: number): Promise<void> {
  queue.ended = true
  queue.backoff.end()
  for (const append of queue.waiting) refuse(queue, append, storeDisposed(append.isAmbiguous))
  const answers = [...queue.sent].map(({ deadline }) => deadline.promise)
  await withTimeout(Promise.allSettled(answers), withinMs, () => undefined)
  for (const { deadline } of queue.sent) deadline.reject(storeDisposed(true))
}
