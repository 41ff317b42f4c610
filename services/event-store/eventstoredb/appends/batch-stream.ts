import { StoreError } from '@app/contracts/event-store.ts'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ClientDuplexStream, type ServiceError } from '@grpc/grpc-js'
import { answeredIdOf, batchRequestOf, batchOutcomeOf } from './batch-messages.ts'
import { eventStoreDbErrorOf, isNotConnected } from '../grpc-errors.ts'
import type { Outcome, PendingAppend } from './pending-append.ts'

type BatchCall = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>

export interface OpenedBatch {
  readonly call: BatchCall
  /** The client has abandoned the node after a fault of another call. Its connection ends soon. */
  isAbandoned(): boolean
}

/** How a stream ended, for the unanswered appends on it. */
export interface StreamEnd {
  readonly unanswered: readonly PendingAppend[]
  readonly error: StoreError
  /** The node broke the protocol; false for a stream that has answered before. */
  readonly isProtocolFault: boolean
  /** The node is silent. */
  readonly isSilent: boolean
}

export interface BatchStreamDeps {
  readonly onAnswer: (append: PendingAppend, outcome: Outcome) => void
  readonly onCapacity: () => void
  /** Once, and nothing after it. */
  readonly onEnd: (end: StreamEnd) => void
}

export interface BatchStream {
  /** False while written messages wait in this process. */
  isWritable(): boolean
  readonly isAbandoned: OpenedBatch['isAbandoned']
  size(): number
  send(append: PendingAppend): void
  /** Does not report unanswered appends. */
  end(): void
}

/** A commit that the server gives up is answered within 3 s. */
const SILENCE_MS = 3_000

/** One BatchAppend call: many pending appends, distinguished by their ids. */
export function openBatchStream({ call, isAbandoned }: OpenedBatch, deps: BatchStreamDeps): BatchStream {
  const fallSilent = (): void => end(ambiguousEnd('the event store did not answer'), { isSilent: true })
  const unanswered = createUnanswered(fallSilent)
  let [isWritable, hasAnswered, isEnded] = [true, false, false]

  function close(): void {
    isEnded = true
    unanswered.stopWaiting()
    call.cancel()
  }

  function end(error: StoreError, { isProtocolFault = false, isSilent = false } = {}): void {
    if (isEnded) return
    close()
    deps.onEnd({
      unanswered: unanswered.all(),
      error,
      isSilent,
      isProtocolFault: isProtocolFault && !hasAnswered,
    })
  }

  function answer(response: streams.BatchAppendResp): void {
    if (isEnded) return
    const append = unanswered.find(response)
    const outcome = append && batchOutcomeOf(response, append)
    hasAnswered = outcome !== undefined // what it said before counts for nothing
    if (append === undefined || outcome === undefined)
      return end(ambiguousEnd('the server answered what was not requested'), { isProtocolFault: true })
    unanswered.settle(append)
    deps.onAnswer(append, outcome)
  }

  call.on('data', answer)
  call.on('drain', () => {
    isWritable = true
    deps.onCapacity()
  })
  onEndOf(call, unanswered, (error, isProtocolFault) => end(error, { isProtocolFault }))
  return {
    isWritable: () => isWritable,
    isAbandoned,
    size: () => unanswered.size,
    send: (append) => {
      unanswered.add(append)
      isWritable = call.write(batchRequestOf(append))
    },
    end: close,
  }
}

/** Pending appends by id, and the time since the last answer while there are any. */
function createUnanswered(onSilence: () => void) {
  const appends = new Map<string, PendingAppend>()
  let silence: NodeJS.Timeout | undefined
  const stopWaiting = (): void => clearTimeout(silence)
  return {
    get size() {
      return appends.size
    },
    all: () => [...appends.values()],
    find: (response: streams.BatchAppendResp) => appends.get(answeredIdOf(response) ?? ''),
    add: (append: PendingAppend) => {
      if (appends.size === 0) silence = setTimeout(onSilence, SILENCE_MS)
      appends.set(append.id, append)
    },
    settle: ({ id }: PendingAppend) => {
      appends.delete(id)
      if (appends.size > 0) silence?.refresh()
      else stopWaiting()
    },
    stopWaiting,
  }
}

function onEndOf(
  call: BatchCall,
  unanswered: { readonly size: number },
  end: (error: StoreError, isProtocolFault: boolean) => void,
): void {
  call.on('end', () => end(ambiguousEnd('the server ended the stream'), unanswered.size > 0))
  // It stays after the end: an error without a listener would end the process.
  call.on('error', (error: ServiceError) => end(endOf(error, unanswered.size), isUnexpectedEnd(error)))
}

const ambiguousEnd = (message: string): StoreError =>
  new StoreError('Unavailable', message, { ambiguous: true })

/** Whatever the status, an append on the stream may have been written, and another stream may take it. */
function endOf(error: ServiceError, unanswered: number): StoreError {
  const { code, message } = eventStoreDbErrorOf(error)
  const isDenied = code === 'AccessDenied'
  // A node that leads no longer may have written all but the append that it ends the stream for.
  const isRefused = unanswered === 1 && error.metadata?.get('exception')[0] === 'not-leader'
  return new StoreError(isDenied ? code : 'Unavailable', message, {
    ambiguous: !isDenied && !isRefused && !isNotConnected(error),
    cause: error,
  })
}

const CONNECTION_ENDS: readonly unknown[] = [status.UNAVAILABLE, status.CANCELLED, status.NOT_FOUND]

/** A node that goes away, is cut off or has another leader (NOT_FOUND) ends its streams as well. */
const isUnexpectedEnd = (error: ServiceError): boolean => !CONNECTION_ENDS.includes(error.code)
