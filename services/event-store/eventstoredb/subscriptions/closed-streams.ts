import { START, STORE_LIMITS, StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { storeDisposed } from '../../append-refusals.ts'
import { createDeadline } from '../../deadline.ts'
import type { Closing } from '../events.ts'
import type { Calls } from '../grpc-calls.ts'
import type { OpenSubscription } from './server-subscription.ts'

interface Deps {
  readonly calls: Pick<Calls, 'ended' | 'onEnd'>
  readonly openSubscription: OpenSubscription
  readonly headPosition: EventStore['headPosition']
}

const CLOSINGS = { types: ['$streamDeleted', '$metadata'] }

/** Deleted streams, and those of which the server hides events; found by its own events in the whole log. */
export async function findClosedStreams(deps: Deps): Promise<readonly string[]> {
  const { calls, openSubscription, headPosition } = deps
  const head = await headPosition()
  if (calls.ended) throw storeDisposed()
  const closed = new Map<string, Closing>()
  const answer = createDeadline<void>(
    STORE_LIMITS.appendTimeoutMs,
    () => new StoreError('Timeout', 'the event store did not answer in time'),
  )
  const subscription = openSubscription(
    START,
    { filter: CLOSINGS },
    {
      entry: () => undefined,
      closing: (closing) => note(closed, closing),
      passed: (position) => {
        answer.extend()
        if (position >= head) answer.resolve()
      },
      caughtUp: answer.resolve,
      ended: answer.reject,
    },
  )
  const forget = calls.onEnd(() => answer.reject(storeDisposed()))
  await answer.promise.finally(() => {
    forget()
    subscription.stop()
  })
  return [...closed.keys()]
}

function note(closed: Map<string, Closing>, closing: Closing): void {
  const { stream, isClosed } = closing
  if (closed.get(stream)?.isFinal === true) return
  if (!isClosed) closed.delete(stream)
  else if (closed.size < STORE_LIMITS.readLimitMax) closed.set(stream, closing)
}
