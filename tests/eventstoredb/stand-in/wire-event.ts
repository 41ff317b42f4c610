import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { TOMBSTONE } from './record-format.ts'

/** An event as somebody wants it written. */
export interface ProposedEvent {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export interface Place {
  readonly stream: string
  readonly revision: number
  readonly position: number
  /** .NET ticks since 1970: 100 ns each. */
  readonly createdTicks: bigint
}

const TOMBSTONE_REVISION = String(2n ** 63n - 1n)

export const identifierOf = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

export const streamOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

/** The answer of a read that carries this event. */
export function wireEvent(event: ProposedEvent, place: Place): Uint8Array {
  const position = String(place.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifierOf(place.stream))
    .setStreamRevision(place.revision === TOMBSTONE ? TOMBSTONE_REVISION : String(place.revision))
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

/** What an event that was written carries. */
export function dataOf(wire: Uint8Array): Uint8Array {
  return streams.ReadResp.deserializeBinary(wire).getEvent()?.getEvent()?.getData_asU8() ?? new Uint8Array()
}
