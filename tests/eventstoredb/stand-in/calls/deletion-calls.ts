import type { handleUnaryCall, ServiceError } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expectedOf } from './append-call.ts'
import type { StandInOutcome, Writer } from '../appending.ts'
import type { Expected } from '../commit-check.ts'
import {
  commitTimeout,
  corruptedIdempotency,
  refused,
  streamDeleted,
  wrongVersionOfDeletion,
} from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { streamOf } from '../wire-event.ts'

/** Closes a stream permanently. */
export function tombstoneCall(
  state: ServerState,
  writer: Writer,
): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> {
  return ({ request }, answer) =>
    deleted(state, writer, request.getOptions()!, 'tombstone', (error, position) => {
      if (error !== undefined) return answer(error)
      const place = new streams.TombstoneResp.Position()
      place.setCommitPosition(position).setPreparePosition(position)
      answer(null, new streams.TombstoneResp().setPosition(place))
    })
}

/** Hides a stream's events; it may be written again. */
export function softDeleteCall(
  state: ServerState,
  writer: Writer,
): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> {
  return ({ request }, answer) =>
    deleted(state, writer, request.getOptions()!, 'soft', (error, position) => {
      if (error !== undefined) return answer(error)
      const place = new streams.DeleteResp.Position()
      place.setCommitPosition(position).setPreparePosition(position)
      answer(null, new streams.DeleteResp().setPosition(place))
    })
}

function deleted(
  state: ServerState,
  writer: Writer,
  options: streams.TombstoneReq.Options | streams.DeleteReq.Options,
  how: 'soft' | 'tombstone',
  done: (error: ServiceError | undefined, position: string) => void,
): void {
  const refusal = refusalNow(state)
  if (refusal !== undefined) return done(refused(state, refusal), '')
  const stream = streamOf(options.getStreamIdentifier())
  const expected = expectedOf(options)
  writer.close(stream, expected, how, (outcome) => {
    if (outcome.kind === 'success') done(undefined, String(outcome.position))
    else done(errorOf(stream, expected, outcome), '')
  })
}

function errorOf(
  stream: string,
  expected: Expected,
  outcome: Exclude<StandInOutcome, { kind: 'success' }>,
): ServiceError {
  switch (outcome.kind) {
    case 'stream-deleted':
      return streamDeleted(stream)
    case 'wrong-version':
      return wrongVersionOfDeletion(stream, expected, outcome.current)
    case 'corrupted':
      return corruptedIdempotency()
    case 'timed-out':
      return commitTimeout()
  }
}
