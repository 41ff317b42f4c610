import type { handleUnaryCall, ServiceError } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Writer } from '../appending.ts'
import { refused, streamDeleted } from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { streamOf } from './stream-of.ts'

/** Closes a stream permanently. */
export const tombstoneCall =
  (state: ServerState, writer: Writer): handleUnaryCall<streams.TombstoneReq, streams.TombstoneResp> =>
  ({ request }, answer) =>
    close(state, writer, request.getOptions()!, 'tombstone', (error) =>
      answer(error, new streams.TombstoneResp()),
    )

/** Hides a stream's events; it may be written again. */
export const softDeleteCall =
  (state: ServerState, writer: Writer): handleUnaryCall<streams.DeleteReq, streams.DeleteResp> =>
  ({ request }, answer) =>
    close(state, writer, request.getOptions()!, 'soft', (error) => answer(error, new streams.DeleteResp()))

function close(
  state: ServerState,
  writer: Writer,
  options: streams.TombstoneReq.Options | streams.DeleteReq.Options,
  how: 'soft' | 'tombstone',
  done: (error: ServiceError | null) => void,
): void {
  const refusal = refusalNow(state)
  if (refusal !== undefined) return done(refused(refusal))
  const stream = streamOf(options.getStreamIdentifier())
  writer.close(stream, how, ({ kind }) => done(kind === 'success' ? null : streamDeleted(stream)))
}
