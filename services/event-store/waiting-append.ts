import type { AppendResult, Expected } from '@app/contracts/event-store.ts'
import type { PreparedEvent } from './check-append.ts'
import type { Deadline } from './deadline.ts'

export interface WaitingAppend {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly deadline: Deadline<AppendResult>
  /** Sent at least once, so that a failure may hide a success. */
  sent: boolean
}

export function createAppendQueue() {
  let queue: WaitingAppend[] = []

  /** At most one append a stream: the next one depends on its outcome. */
  function take(eventsMax: number): readonly WaitingAppend[] {
    const batch: WaitingAppend[] = []
    const later: WaitingAppend[] = []
    const streams = new Set<string>()
    let events = 0
    for (const waiting of queue) {
      if (waiting.deadline.settled) continue
      const fits = events + waiting.events.length <= eventsMax || batch.length === 0
      if (fits && !streams.has(waiting.stream)) {
        batch.push(waiting)
        streams.add(waiting.stream)
        events += waiting.events.length
      } else later.push(waiting)
    }
    queue = later
    return batch
  }

  return {
    get size() {
      return queue.length
    },
    push: (waiting: WaitingAppend) => queue.push(waiting),
    take,
    rejectAll: (errorOf: (waiting: WaitingAppend) => Error) => {
      for (const waiting of queue) waiting.deadline.reject(errorOf(waiting))
      queue = []
    },
  }
}
