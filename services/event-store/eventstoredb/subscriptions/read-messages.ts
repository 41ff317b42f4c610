import type { RecordedEvent } from '@eventstore/db-client'
import { convertGrpcRecord } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LogPosition } from '../log-position.ts'

/** The needed parts of an answer to a read or a subscription. */
export type ReadMessage =
  | { readonly t: 'event'; readonly recorded: RecordedEvent }
  | { readonly t: 'checkpoint'; readonly position: LogPosition }
  | { readonly t: 'confirmation' | 'caughtUp' | 'other' }

export function readMessageOf(buffer: Buffer): ReadMessage {
  const response = streams.ReadResp.deserializeBinary(buffer)
  const record = response.getEvent()?.getEvent()
  if (record !== undefined) return { t: 'event', recorded: convertGrpcRecord(record) }
  const checkpoint = response.getCheckpoint()
  if (checkpoint !== undefined) return { t: 'checkpoint', position: positionOfCheckpoint(checkpoint) }
  if (response.hasConfirmation()) return { t: 'confirmation' }
  return { t: response.hasCaughtUp() ? 'caughtUp' : 'other' }
}

const positionOfCheckpoint = (checkpoint: streams.ReadResp.Checkpoint): LogPosition => ({
  commit: BigInt(checkpoint.getCommitPosition()),
  prepare: BigInt(checkpoint.getPreparePosition()),
})
