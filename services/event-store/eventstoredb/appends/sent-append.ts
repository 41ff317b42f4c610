import type { StoreError, AppendResult, Expected, Position } from '@app/contracts/event-store.ts'
import { appendTimedOut } from '../../append-refusals.ts'
import type { PreparedEvent } from '../../check-append.ts'
import { createDeadline, type Deadline } from '../../deadline.ts'
import type { LogPosition } from '../log-position.ts'

export interface Written {
  readonly revision: bigint
  /** Of the last event. Absent for a retry on a stream that was deleted. */
  readonly position?: LogPosition
  readonly error?: undefined
}

/** The server's answer to one append. */
export type Outcome = Written | { readonly error: StoreError }

export interface SentAppend {
  /** On the wire, and in the metadata of its last event. */
  readonly id: string
  /** Counts appends: an order that a resend keeps. */
  readonly turn: number
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly deadline: Deadline<AppendResult>
  /** Monotonic clock. */
  readonly untilMs: number
  /** The known head of the log when it was first sent. */
  knownBefore: Position | undefined
  isUnderWay: boolean
  /** An earlier sending may have been written. */
  isInDoubt: boolean
  /** A read must show whether it was a retry. */
  needsProof: boolean
  serverTimeouts: number
}

export type AppendToSend = Pick<SentAppend, 'id' | 'turn' | 'stream' | 'expected' | 'events' | 'needsProof'>

/** Fails at its deadline, in doubt if it may have been written. */
export function createSentAppend(
  append: AppendToSend,
  timeoutMs: number,
  onLate: (append: SentAppend) => void,
): SentAppend {
  const late = (): StoreError => {
    onLate(sent)
    return appendTimedOut(append.stream, timeoutMs, sent.isUnderWay || sent.isInDoubt)
  }
  const sent: SentAppend = {
    ...append,
    deadline: createDeadline<AppendResult>(timeoutMs, late),
    untilMs: performance.now() + timeoutMs,
    knownBefore: undefined,
    isUnderWay: false,
    isInDoubt: false,
    serverTimeouts: 0,
  }
  return sent
}
