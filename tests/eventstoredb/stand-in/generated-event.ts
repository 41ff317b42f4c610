import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'

export interface EventToWrite {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export interface EventPlace {
  readonly stream: string
  readonly revision: number | bigint
  readonly position: number
  /** .NET ticks since 1970: 100 ns each. */
  readonly createdTicks: bigint
}

/** The answer of a read that carries this event, by the client's generated code. */
export function generatedEvent(event: EventToWrite, place: EventPlace): Uint8Array {
  const position = String(place.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(place.stream)))
    .setStreamRevision(String(place.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setCustomMetadata(event.metadata)
    .setData(event.data)
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(place.createdTicks))
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position)
  return new streams.ReadResp().setEvent(read).serializeBinary()
}
