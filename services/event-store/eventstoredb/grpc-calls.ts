import { STORE_LIMITS, StoreError } from '@app/contracts/event-store.ts'
import type { StreamingRead } from '@eventstore/db-client'
import { storeDisposed } from '../append-refusals.ts'
import { createDeadline } from '../deadline.ts'
import { eventStoreDbErrorOf, type Operation } from './grpc-errors.ts'

export interface Calls {
  readonly ended: boolean
  run<Answer>(operation: Operation, timeoutMs: number, call: () => Promise<Answer>): Promise<Answer>
  /** Reads to the end. The client sets reads no deadline; here silence of appendTimeoutMs ends one. */
  collect<Item>(operation: Operation, open: () => StreamingRead<Item>): Promise<readonly Item[]>
  onEnd(listener: () => void): () => void
  /** Calls under way and later calls fail with Disposed. */
  end(): void
}

const timedOut = (ambiguous: boolean): StoreError =>
  new StoreError('Timeout', 'the event store did not answer in time', { ambiguous })

export function createCalls(): Calls {
  const ending = createEnding()

  /** @param isAmbiguous whether an abandoned operation may have been done */
  function open<Answer>(isAmbiguous: boolean, timeoutMs: number, cancel: () => void) {
    if (ending.ended) throw storeDisposed()
    const deadline = createDeadline<Answer>(timeoutMs, () => {
      cancel()
      return timedOut(isAmbiguous)
    })
    const forget = ending.onEnd(() => {
      deadline.reject(storeDisposed(isAmbiguous))
      cancel()
    })
    return { promise: deadline.promise.finally(forget), deadline }
  }

  return {
    get ended() {
      return ending.ended
    },
    run: async <Answer>(operation: Operation, timeoutMs: number, call: () => Promise<Answer>) => {
      const { promise, deadline } = open<Answer>(operation.writes === true, timeoutMs, () => undefined)
      call().then(deadline.resolve, (error: unknown) =>
        deadline.reject(eventStoreDbErrorOf(error, operation)),
      )
      return promise
    },
    collect: async <Item>(operation: Operation, read: () => StreamingRead<Item>) => {
      const items: Item[] = []
      const cancel = (): void => void reading.cancel().catch(() => undefined)
      const { promise, deadline } = open<readonly Item[]>(false, STORE_LIMITS.appendTimeoutMs, cancel)
      const reading = read()
      reading.on('data', (item: Item) => {
        deadline.extend()
        items.push(item)
      })
      reading.on('end', () => deadline.resolve(items))
      // The listener stays after the call was abandoned: an error without one would end the process.
      reading.on('error', (error: Error) => deadline.reject(eventStoreDbErrorOf(error, operation)))
      return promise
    },
    onEnd: ending.onEnd,
    end: ending.end,
  }
}

/** Once it has ended, later listeners are called at once. */
function createEnding(): Pick<Calls, 'ended' | 'onEnd' | 'end'> {
  const ends = new Set<() => void>()
  let ended = false
  return {
    get ended() {
      return ended
    },
    onEnd: (listener) => {
      const end = (): void => listener() // a new function: the same callback may be given twice
      ends.add(end)
      if (ended) end()
      return () => void ends.delete(end)
    },
    end: () => {
      ended = true
      for (const end of ends) end()
    },
  }
}
