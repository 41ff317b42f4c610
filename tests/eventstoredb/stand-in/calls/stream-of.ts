import type shared from '@eventstore/db-client/generated/shared_pb.js'

export const streamOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
