import { StoreError } from '@app/contracts/event-store.ts'
import type streams from '@eventstore/db-client/generated/streams_pb.js'
import { status, type ClientDuplexStream } from '@grpc/grpc-js'
import { answeredIdOf, batchRequestOf, outcomeOf } from './batch-messages.ts'
import { eventStoreDbErrorOf, isNotConnected } from './errors.ts'
import type { Outcome, SentAppend } from './sent-append.ts'

export type BatchCall = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>

/** How a stream ended, as the appends on it that had no answer see it. */
export interface StreamEnd {
  readonly unanswered: readonly SentAppend[]
  readonly error: StoreError
  /** The node is there and does not keep to the protocol; a stream that answered before is no such sign. */
  readonly isMisanswered: boolean
  /** The node is there, and says nothing. */
  readonly isSilent: boolean
}

export interface BatchStreamDeps {
  readonly onAnswer: (append: SentAppend, outcome: Outcome) => void
  readonly onRoom: () => void
  /** Once, and nothing after it. */
  readonly onEnd: (end: StreamEnd) => void
}

export interface BatchStream {
  /** False while what was written waits in this process. */
  readonly hasRoom: boolean
  readonly size: number
  send(append: SentAppend): void
  end(): void
}

/** A commit that the server gives up is answered within 3 s. */
const SILENCE_MS = 3_000

/** One BatchAppend call: many appends under way, told apart by their ids. */
export function openBatchStream(call: BatchCall, deps: BatchStreamDeps): BatchStream {
  const unanswered = new Map<string, SentAppend>()
  let [hasRoom, hasAnswered, isOver] = [true, false, false]
  let silence: NodeJS.Timeout | undefined

  function end(error: StoreError, how: { isMisanswered?: boolean; isSilent?: boolean } = {}): void {
    if (isOver) return
    isOver = true
    clearTimeout(silence)
    call.cancel()
    const isMisanswered = how.isMisanswered === true && !hasAnswered
    deps.onEnd({ unanswered: [...unanswered.values()], error, isSilent: how.isSilent === true, isMisanswered })
  }

  function answer(response: streams.BatchAppendResp): void {
    if (isOver) return
    const append = unanswered.get(answeredIdOf(response) ?? '')
    const outcome = append && outcomeOf(response, append)
    if (append === undefined || outcome === undefined) {
      hasAnswered = false // what it said before counts for nothing
      return end(inDoubt('the server answered what was not asked'), { isMisanswered: true })
    }
    hasAnswered = true
    unanswered.delete(append.id)
    if (unanswered.size > 0) silence?.refresh()
    else clearTimeout(silence)
    deps.onAnswer(append, outcome)
  }

  call.on('data', answer)
  call.on('drain', () => {
    hasRoom = true
    deps.onRoom()
  })
  call.on('end', () => end(inDoubt('the server ended the stream'), { isMisanswered: unanswered.size > 0 }))
  // It stays after the end: an error without a listener would end the process.
  call.on('error', (error) => end(endOf(error), { isMisanswered: isOddEnd(error) }))
  const fallSilent = (): void => end(inDoubt('the event store did not answer'), { isSilent: true })

  return {
    get hasRoom() {
      return hasRoom
    },
    get size() {
      return unanswered.size
    },
    send: (append) => {
      if (unanswered.size === 0) silence = setTimeout(fallSilent, SILENCE_MS)
      unanswered.set(append.id, append)
      hasRoom = call.write(batchRequestOf(append))
    },
    end: () => end(inDoubt('the event store is disposed')),
  }
}

const inDoubt = (message: string): StoreError => new StoreError('Unavailable', message, { ambiguous: true })

/** Whatever the status, an append on the stream may have been written, and another stream may take it. */
function endOf(error: Error): StoreError {
  const { code, message } = eventStoreDbErrorOf(error)
  const isDenied = code === 'AccessDenied'
  return new StoreError(isDenied ? code : 'Unavailable', message, {
    ambiguous: !isDenied && !isNotConnected(error),
    cause: error,
  })
}

const CONNECTION_ENDS: readonly unknown[] = [status.UNAVAILABLE, status.CANCELLED, status.NOT_FOUND]

/** A node that goes away, is cut off or has another leader (NOT_FOUND) ends its streams as well. */
const isOddEnd = (error: Error & { readonly code?: unknown }): boolean =>
  !CONNECTION_ENDS.includes(error.code)
