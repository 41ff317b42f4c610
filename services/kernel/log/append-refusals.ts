import { StoreError } from '@app/contracts/event-store.ts'

/** @param ambiguous whether the operation may have been done */
export const storeDisposed = (ambiguous = false): StoreError =>
  new StoreError('Disposed', 'the event store is disposed', { ambiguous })

export const tooManyWaiting = (): StoreError => new StoreError('Unavailable', 'too many appends are waiting')

/** The caller's time is over. @param ambiguous whether the append may have been written */
export const appendTimedOut = (stream: string, timeoutMs: number, ambiguous: boolean): StoreError =>
  new StoreError('Timeout', `append to ${stream}: no answer within ${timeoutMs} ms`, {
    ambiguous,
    facts: { stream },
  })
