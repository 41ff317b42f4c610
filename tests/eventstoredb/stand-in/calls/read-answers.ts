import streams from '@eventstore/db-client/generated/streams_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'

/** Answers of a read without an event, as bytes. */

const MAX_ULONG = String(2n ** 64n - 1n)

export const confirmation = (id: string): Uint8Array =>
  new streams.ReadResp()
    .setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id))
    .serializeBinary()

export const caughtUp = (): Uint8Array =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()).serializeBinary()

export const checkpoint = (commit: number, prepare: number): Uint8Array =>
  checkpointOf(String(commit), String(prepare))

/** (-1, -1) on the wire: a resumption from it begins at the end of the log. */
export const maxUlongCheckpoint = (): Uint8Array => checkpointOf(MAX_ULONG, MAX_ULONG)

export const streamNotFound = (stream: string): Uint8Array =>
  new streams.ReadResp()
    .setStreamNotFound(
      new streams.ReadResp.StreamNotFound().setStreamIdentifier(
        new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
      ),
    )
    .serializeBinary()

const checkpointOf = (commit: string, prepare: string): Uint8Array =>
  new streams.ReadResp()
    .setCheckpoint(new streams.ReadResp.Checkpoint().setCommitPosition(commit).setPreparePosition(prepare))
    .serializeBinary()
