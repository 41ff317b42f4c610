import type { handleUnaryCall, ServiceError } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { expectedOf } from './append-call.ts'
import type { Outcome, Writer } from '../appending.ts'
import type { Expected } from '../commit-check.ts'
import { corruptedIdempotency, refused, streamDeleted, wrongVersionOfDeletion } from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { streamOf } from '../wire-event.ts'

/** Closes a stream for ever. */
export function tombstoneCall(
  state: ServerState,
  writer: Writer,
): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> {
  return ({ request }, answer) => {
    const { error, position } = deleted(state, writer, request.getOptions()!, 'tombstone')
    if (error !== undefined) return answer(error)
    const response = new streams.TombstoneResp()
    if (position === undefined) return answer(null, response.setNoPosition(new shared.Empty()))
    const place = new streams.TombstoneResp.Position()
    answer(null, response.setPosition(place.setCommitPosition(position).setPreparePosition(position)))
  }
}

/** Hides what a stream has; it may be written to again. */
export function softDeleteCall(
  state: ServerState,
  writer: Writer,
): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> {
  return ({ request }, answer) => {
    const { error, position } = deleted(state, writer, request.getOptions()!, 'soft')
    if (error !== undefined) return answer(error)
    const response = new streams.DeleteResp()
    if (position === undefined) return answer(null, response.setNoPosition(new shared.Empty()))
    const place = new streams.DeleteResp.Position()
    answer(null, response.setPosition(place.setCommitPosition(position).setPreparePosition(position)))
  }
}

interface Deleted {
  readonly error?: ServiceError
  readonly position?: string
}

function deleted(
  state: ServerState,
  writer: Writer,
  options: streams.TombstoneReq.Options | streams.DeleteReq.Options,
  how: 'soft' | 'tombstone',
): Deleted {
  const refusal = refusalNow(state)
  if (refusal !== undefined) return { error: refused(state, refusal) }
  const stream = streamOf(options.getStreamIdentifier())
  const expected = expectedOf(options)
  const outcome = writer.close(stream, expected, how)
  if (outcome.kind !== 'success') return { error: errorOf(stream, expected, outcome) }
  return outcome.position === undefined ? {} : { position: String(outcome.position) }
}

function errorOf(
  stream: string,
  expected: Expected,
  outcome: Exclude<Outcome, { kind: 'success' }>,
): ServiceError {
  switch (outcome.kind) {
    case 'stream-deleted':
      return streamDeleted(stream)
    case 'wrong-version':
      return wrongVersionOfDeletion(stream, expected, outcome.current)
    case 'corrupted':
      return corruptedIdempotency()
  }
}
