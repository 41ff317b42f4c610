import {
  status,
  type handleBidiStreamingCall,
  type ServerDuplexStream,
  type ServiceError,
} from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { proposedEvent } from './append-call.ts'
import { isTooLarge, sizeOnDisk, type Outcome, type Writer } from '../appending.ts'
import {
  corruptedIdempotencyStatus,
  refusedStatus,
  streamDeletedStatus,
  timeoutStatus,
  tooLargeStatus,
  wrongVersionStatus,
} from './batch-statuses.ts'
import type { Expected } from '../commit-check.ts'
import { failure } from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { identifierOf, streamOf, type ProposedEvent } from '../wire-event.ts'

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>

interface Batch {
  readonly stream: string
  readonly expected: Expected
  readonly isLate: boolean
  readonly events: ProposedEvent[]
  bytes: number
}

const SKEW_MS = 3_600_000

/** BatchAppend: many appends over one stream, each in one or more frames, told apart by their correlation id. */
export function batchAppendCall(
  state: ServerState,
  writer: Writer,
): handleBidiStreamingCall<streams.BatchAppendReq, streams.BatchAppendResp> {
  return (call) => {
    const batches = new Map<string, Batch>()
    let isOpen = true
    const end = (error?: ServiceError): void => {
      if (!isOpen) return
      isOpen = false
      state.batchStreams.delete(stop)
      if (error === undefined) call.end()
      else call.emit('error', error)
    }
    const stop = (): void => end(failure(status.UNAVAILABLE, 'The server goes away.'))
    state.batchStreams.add(stop)
    call.on('data', (request: streams.BatchAppendReq) => {
      const key = request.getCorrelationId()?.getString() ?? ''
      const batch = batches.get(key) ?? startedBatch(state, request)
      if (!isOpen || batch === undefined) return
      batches.set(key, batch)
      take(batch, request)
      const isOver = isTooLarge(state, batch.bytes)
      if (!request.getIsFinal() && !isOver) return
      batches.delete(key)
      const response = isOver ? withError(tooLargeStatus()) : answerOf(state, writer, batch)
      if (state.traps.has('batch-append-silent')) return end()
      send(call, request, batch, response)
    })
    for (const event of ['end', 'cancelled', 'error']) call.on(event, () => end())
  }
}

function startedBatch(state: ServerState, request: streams.BatchAppendReq): Batch | undefined {
  const options = request.getOptions()
  if (options === undefined) return undefined
  const deadlineMs = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY
  const clockMs = Date.now() + (state.traps.has('skewed-clock') ? SKEW_MS : 0)
  const isLate = deadlineMs <= clockMs
  const stream = streamOf(options.getStreamIdentifier())
  return { stream, expected: expectedOf(options), isLate, events: [], bytes: 0 }
}

function take(batch: Batch, request: streams.BatchAppendReq): void {
  for (const message of request.getProposedMessagesList()) {
    const event = proposedEvent(message)
    if (event === undefined) continue
    batch.events.push(event)
    batch.bytes += sizeOnDisk(event)
  }
}

function expectedOf(options: streams.BatchAppendReq.Options): Expected {
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'stream_exists'
  if (options.hasNoStream()) return 'no_stream'
  return BigInt(options.getStreamPosition())
}

function answerOf(state: ServerState, writer: Writer, batch: Batch): streams.BatchAppendResp {
  if (batch.isLate) return withError(timeoutStatus())
  const refusal = refusalNow(state)
  if (refusal !== undefined) return withError(refusedStatus(refusal))
  const outcome = writer.append(batch.stream, batch.expected, batch.events)
  switch (outcome.kind) {
    case 'success':
      return new streams.BatchAppendResp().setSuccess(successOf(outcome))
    case 'wrong-version':
      return withError(wrongVersionStatus(batch.expected, outcome.current))
    case 'stream-deleted':
      return withError(streamDeletedStatus(batch.stream))
    case 'corrupted':
      return withError(corruptedIdempotencyStatus())
  }
}

type Status = ReturnType<typeof timeoutStatus>

const withError = (status: Status): streams.BatchAppendResp => new streams.BatchAppendResp().setError(status)

function successOf({
  revision,
  position,
}: Extract<Outcome, { kind: 'success' }>): streams.BatchAppendResp.Success {
  const success = new streams.BatchAppendResp.Success()
  if (revision < 0) success.setNoStream(new empty.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) return success.setNoPosition(new empty.Empty())
  return success.setPosition(
    new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position)),
  )
}

function send(
  call: BatchCall,
  request: streams.BatchAppendReq,
  batch: Batch,
  response: streams.BatchAppendResp,
): void {
  const correlation = request.getCorrelationId()
  if (correlation !== undefined) response.setCorrelationId(correlation)
  call.write(response.setStreamIdentifier(identifierOf(batch.stream)))
}
