import type { StoreError, AppendResult, Expected } from '@app/contracts/event-store.ts'
import { appendTimedOut } from '../../append-refusals.ts'
import type { PreparedEvent } from '../../check-append.ts'
import { createDeadline, type Deadline } from '../../deadline.ts'

/** The server's answer to one append. */
export type Outcome =
  { readonly revision: bigint; readonly error?: undefined } | { readonly error: StoreError }

export interface PendingAppend {
  /** In the metadata of its last event. */
  readonly id: string
  /** Order of the appends, which a resend keeps. */
  readonly sequence: number
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly deadline: Deadline<AppendResult>
  /** Monotonic clock. */
  readonly untilMs: number
  isSent: boolean
  /** An earlier sending may have been written. */
  isAmbiguous: boolean
  serverTimeouts: number
}

export type AppendToSend = Pick<PendingAppend, 'id' | 'sequence' | 'stream' | 'expected' | 'events'>

/** Fails at its deadline, ambiguously if it may have been written. */
export function createPendingAppend(
  append: AppendToSend,
  timeoutMs: number,
  onLate: (append: PendingAppend) => void,
): PendingAppend {
  const late = (): StoreError => {
    onLate(pending)
    return appendTimedOut(append.stream, timeoutMs, pending.isSent || pending.isAmbiguous)
  }
  const pending: PendingAppend = {
    ...append,
    deadline: createDeadline<AppendResult>(timeoutMs, late),
    untilMs: performance.now() + timeoutMs,
    isSent: false,
    isAmbiguous: false,
    serverTimeouts: 0,
  }
  return pending
}
