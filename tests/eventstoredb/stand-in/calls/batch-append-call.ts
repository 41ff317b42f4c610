import { status, type handleBidiStreamingCall, type ServiceError } from '@grpc/grpc-js'
import { isTooLarge, sizeOnDisk, type StandInOutcome, type Writer } from '../appending.ts'
import { batchRequestOf, type BatchDeadline, type BatchOptions, type BatchRequest } from './batch-request.ts'
import {
  corruptedIdempotencyStatus,
  refusedStatus,
  streamDeletedStatus,
  timeoutStatus,
  tooLargeStatus,
  wrongVersionStatus,
} from './batch-statuses.ts'
import { failedBatch, writtenBatch } from './batch-answers.ts'
import { failure, refused } from '../refusals.ts'
import { refusalNow, type ServerState, type StreamEnd } from '../state.ts'
import { resetStream } from '../stream-reset.ts'
import type { ProposedEvent } from '../wire-event.ts'

interface Batch {
  readonly correlation: Buffer
  readonly options: BatchOptions
  readonly events: ProposedEvent[]
  bytes: number
}

const SKEW_MS = 3_600_000

/** BatchAppend: many appends over one stream, each in one or more frames with a correlation id. */
export function batchAppendCall(state: ServerState, writer: Writer): handleBidiStreamingCall<Buffer, Buffer> {
  return (call) => {
    const batches = new Map<string, Batch>()
    let [isOpen, isSaidAll, unanswered] = [true, false, 0]
    const close = (): void => {
      isOpen = false
      state.batchStreams.delete(stop)
    }
    const end = (error?: ServiceError): void => {
      if (!isOpen) return
      close()
      if (error === undefined) call.end()
      else call.emit('error', error)
    }
    const stop = (how: StreamEnd): void => {
      if (!isOpen) return
      if (how === 'complete' || !state.traps.has('ends-by-reset'))
        return end(failure(status.UNAVAILABLE, 'The server is stopping.'))
      close()
      resetStream(call)
    }
    const answer = (bytes: Buffer): void => {
      unanswered--
      if (isOpen) call.write(bytes)
      if (isSaidAll && unanswered === 0) end()
    }
    state.batchStreams.add(stop)
    call.on('data', (bytes: Buffer) => {
      if (!isOpen) return
      const request = batchRequestOf(bytes)
      const batch = taken(batches, request)
      if (batch === undefined) return
      unanswered++
      const refusal = refusalNow(state, true)
      if (refusal === 'not-leader') return end(refused(state, refusal)) // the whole stream, as on a real server
      if (refusal !== undefined) return answer(failed(batch, refusedStatus(refusal)))
      if (isTooLarge(state, batch.bytes)) return answer(failed(batch, tooLargeStatus()))
      if (isLate(state, batch.options.deadline)) return answer(failed(batch, timeoutStatus()))
      const { options, events } = batch
      const stream = options.stream.toString()
      writer.append(stream, options.expected, events, (outcome) => answer(answerOf(batch, outcome)))
      if (state.traps.has('batch-append-silent')) end()
    })
    call.on('end', () => {
      isSaidAll = true
      if (unanswered === 0) end()
    })
    for (const event of ['cancelled', 'error']) call.on(event, close)
  }
}

/** Adds a frame to its append; answers the append after its last frame. */
function taken(batches: Map<string, Batch>, request: BatchRequest): Batch | undefined {
  const { correlation, options, isFinal } = request
  const key = correlation.toString('latin1')
  const begun = batches.get(key)
  if (begun === undefined && options === undefined) return undefined
  const batch = begun ?? { correlation, options: options!, events: [], bytes: 0 }
  for (const event of request.events) {
    if (event === undefined) continue
    batch.events.push(event)
    batch.bytes += sizeOnDisk(event)
  }
  if (isFinal) batches.delete(key)
  else batches.set(key, batch)
  return isFinal ? batch : undefined
}

function isLate(state: ServerState, deadline: BatchDeadline | undefined): boolean {
  if (deadline === undefined) return false
  if ('forMs' in deadline) return deadline.forMs <= 0
  return deadline.atMs <= Date.now() + (state.traps.has('skewed-clock') ? SKEW_MS : 0)
}

const failed = ({ correlation, options }: Batch, why: Parameters<typeof failedBatch>[2]): Buffer =>
  failedBatch(correlation, options.stream, why)

function answerOf(batch: Batch, outcome: StandInOutcome): Buffer {
  const { correlation, options } = batch
  switch (outcome.kind) {
    case 'success':
      return writtenBatch(correlation, options.stream, outcome)
    case 'wrong-version':
      return failed(batch, wrongVersionStatus(options.expected, outcome.current))
    case 'stream-deleted':
      return failed(batch, streamDeletedStatus(options.stream.toString()))
    case 'corrupted':
      return failed(batch, corruptedIdempotencyStatus())
    case 'timed-out':
      return failed(batch, timeoutStatus())
  }
}
