import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BackwardWriter } from './protobuf.ts'

/** An event to write. */
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
  /** .NET ticks since 1970, 100 ns each. */
  readonly createdTicks: bigint
}

/** The revision of a tombstone. */
export const TOMBSTONE = Number.POSITIVE_INFINITY
const TOMBSTONE_REVISION = 2n ** 63n - 1n

export const identifierOf = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

export const streamOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

const RECORDED = {
  id: 1,
  stream: 2,
  revision: 3,
  prepare: 4,
  commit: 5,
  metadata: 6,
  customMetadata: 7,
  data: 8,
} as const
const UUID_STRING = 2
const STREAM_NAME = 3
const READ_EVENT = { event: 1, commit: 3 } as const
const ANSWER_EVENT = 1

/** Writes the ReadResp with this event. */
export function writeWireEvent(to: BackwardWriter, event: ProposedEvent, place: Place): void {
  const { position, revision } = place
  const start = to.mark()
  to.varintField(READ_EVENT.commit, position)
  const recorded = to.mark()
  to.bytesField(RECORDED.data, event.data)
  to.bytesField(RECORDED.customMetadata, event.metadata)
  writeMetadata(to, 'created', String(place.createdTicks))
  writeMetadata(to, 'content-type', event.contentType)
  writeMetadata(to, 'type', event.type)
  to.varintField(RECORDED.commit, position)
  to.varintField(RECORDED.prepare, position)
  to.varintField(RECORDED.revision, revision === TOMBSTONE ? TOMBSTONE_REVISION : revision)
  const stream = to.mark()
  to.textField(STREAM_NAME, place.stream)
  to.messageField(RECORDED.stream, stream)
  const id = to.mark()
  to.textField(UUID_STRING, event.id)
  to.messageField(RECORDED.id, id)
  to.messageField(READ_EVENT.event, recorded)
  to.messageField(ANSWER_EVENT, start)
}

function writeMetadata(to: BackwardWriter, key: string, value: string): void {
  const entry = to.mark()
  to.textField(2, value)
  to.textField(1, key)
  to.messageField(RECORDED.metadata, entry)
}

/** The data of a written event. */
export function dataOf(wire: Uint8Array): Uint8Array {
  return streams.ReadResp.deserializeBinary(wire).getEvent()?.getEvent()?.getData_asU8() ?? new Uint8Array()
}
