import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { STORE_LIMITS, type StoreError } from '@app/contracts/event-store.ts'
import { storeDisposed, tooManyWaiting } from '../../append-refusals.ts'
import { createAppendRests, type AppendRests } from './append-rests.ts'
import { createAppendWay, type AppendWay, type AppendWayDeps } from './append-way.ts'
import type { Outcome, SentAppend, Written } from './sent-append.ts'

export interface AppendLineDeps extends Pick<AppendWayDeps, 'connection' | 'calls'> {
  readonly onSend: (append: SentAppend) => void
  readonly onWritten: (append: SentAppend, written: Written) => void
}

export interface AppendLine {
  push(append: SentAppend): void
  /** Drops an append whose time is over. */
  drop(append: SentAppend): void
  /** Waiting appends fail with Disposed; sent ones may get their answer within this time. */
  end(withinMs: number): Promise<void>
}

interface Line {
  readonly deps: AppendLineDeps
  readonly way: AppendWay
  readonly rests: AppendRests
  /** In the order of the queue. */
  waiting: Set<SentAppend>
  readonly underWay: Set<SentAppend>
  ended: boolean
}

/** Sends appends in order, and again those that had no answer, until each is settled. */
export function createAppendLine(deps: AppendLineDeps): AppendLine {
  const { connection, calls } = deps
  const line: Line = {
    deps,
    way: createAppendWay({
      connection,
      calls,
      onOutcome: (append, outcome) => take(line, append, outcome),
      onLost: (unanswered, error) => lose(line, unanswered, error),
      onRoom: () => pump(line),
    }),
    rests: createAppendRests({
      holdMs: connection.holdMs,
      onRested: () => pump(line),
    }),
    waiting: new Set(),
    underWay: new Set(),
    ended: false,
  }
  return {
    push: (append) => push(line, append),
    drop: (append) => line.waiting.delete(append),
    end: (withinMs) => end(line, withinMs),
  }
}

function push(line: Line, append: SentAppend): void {
  if (line.ended) append.deadline.reject(storeDisposed())
  else if (line.waiting.size >= STORE_LIMITS.queuedAppendsMax) append.deadline.reject(tooManyWaiting())
  else line.waiting.add(append)
  pump(line)
}

function pump(line: Line): void {
  const { deps, way, rests, underWay } = line
  for (const next of line.waiting) {
    // During an outage one append probes whether it is over.
    if (rests.isResting || (rests.isOutage && underWay.size > 0) || way.room() <= 0) return
    line.waiting.delete(next)
    next.isUnderWay = true
    underWay.add(next)
    deps.onSend(next)
    way.send(next)
  }
}

function take(line: Line, append: SentAppend, outcome: Outcome): void {
  line.underWay.delete(append)
  append.isUnderWay = false
  const { error } = outcome
  if (error?.code === 'Unavailable') return lose(line, [append], error)
  line.rests.over()
  if (error === undefined) line.deps.onWritten(append, outcome)
  else if (error.code === 'Timeout' && append.serverTimeouts === 0) {
    // The server drops a repeated append while it writes the first, and reports it only when it gives up.
    append.serverTimeouts += 1
    again(line, [append], error)
  } else append.deadline.reject(error)
  pump(line)
}

/** The event store is out of reach, and these appends have no answer. */
function lose(line: Line, unanswered: readonly SentAppend[], error: StoreError): void {
  for (const append of unanswered) {
    line.underWay.delete(append)
    append.isUnderWay = false
  }
  if (error.code !== 'Unavailable') for (const { deadline } of unanswered) deadline.reject(error)
  again(line, unanswered, error)
  if (line.waiting.size === 0 || !line.rests.failed()) return
  // Waited too long. Appends in doubt are sent again until their own deadline.
  for (const append of line.waiting) if (!append.isInDoubt) refuse(line, append, error)
}

function refuse(line: Line, append: SentAppend, error: StoreError): void {
  line.waiting.delete(append)
  append.deadline.reject(error)
}

/** In their order, before later ones. */
function again(line: Line, appends: readonly SentAppend[], error: StoreError): void {
  const left = appends.filter(({ deadline }) => !deadline.settled)
  if (left.length === 0) return
  for (const append of left) {
    append.isInDoubt ||= error.ambiguous
    append.needsProof ||= error.ambiguous
  }
  const inOrder = [...left, ...line.waiting].sort((one, other) => one.turn - other.turn)
  line.waiting = new Set(inOrder)
  if (line.ended) for (const append of left) refuse(line, append, storeDisposed(append.isInDoubt))
}

async function end(line: Line, withinMs: number): Promise<void> {
  line.ended = true
  line.rests.end()
  for (const append of line.waiting) refuse(line, append, storeDisposed(append.isInDoubt))
  const answers = [...line.underWay].map(({ deadline }) => deadline.promise)
  await withTimeout(Promise.allSettled(answers), withinMs, () => undefined)
  line.way.end()
  for (const { deadline } of line.underWay) deadline.reject(storeDisposed(true))
}
