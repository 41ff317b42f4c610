import {
  StoreError,
  type EventMeta,
  type JsonObject,
  type Position,
  type StoredEvent,
  START,
  isJsonObject,
} from '@app/contracts/event-store.ts'
import type { EventData, RecordedEvent } from '@eventstore/db-client'
import { faultInMeta, type PreparedEvent } from '../check-append.ts'

export const eventDataOf = (events: readonly PreparedEvent[], appendId: string): EventData[] =>
  events.map((event, index) => ({
    id: event.id,
    type: event.type,
    contentType: 'application/json',
    data: JSON.parse(event.dataJson) as Record<string, unknown>,
    // The client passes a Uint8Array on unchanged, and takes a Buffer for an object.
    metadata: new Uint8Array(metadataOf(event, index === events.length - 1 ? appendId : undefined)),
  }))

/** The last event's metadata holds the append's id: the server does not distinguish a write from a recognised retry. */
function metadataOf({ version, metaJson }: PreparedEvent, appendId: string | undefined): Buffer {
  const own = `"version":${version}${appendId === undefined ? '' : `,"appendId":"${appendId}"`}}`
  return Buffer.from(`${metaJson.slice(0, -1)},${own}`)
}

/** Undefined unless the event was the last of its append. */
export const appendIdOf = ({ metadata }: RecordedEvent): unknown =>
  isJsonObject(metadata) ? metadata['appendId'] : undefined

export function positionOfRecorded({ position, id, streamId }: RecordedEvent): Position {
  if (position === undefined)
    throw new StoreError('Invalid', `event ${id} of ${streamId}: this server does not say where it stands`)
  return positionFrom(position)
}

/** @throws StoreError Corrupt, with its position, for an event without our shape */
export function storedEventOf(recorded: RecordedEvent): StoredEvent {
  const { id, type, streamId, revision, isJson, data, metadata, created } = recorded
  const position = positionOfRecorded(recorded)
  const fault = isJson && isJsonObject(data) ? faultInMetadata(metadata) : 'data: not an object'
  if (fault !== undefined)
    throw new StoreError('Corrupt', `position ${position}: ${fault}`, {
      facts: { position, stream: streamId, revision, id, type },
    })
  const { version, appendId: _, ...meta } = metadata as unknown as Metadata
  return {
    position,
    stream: streamId,
    revision,
    id,
    type,
    version,
    data: data as JsonObject,
    meta,
    recordedAt: created,
  }
}

interface Metadata extends EventMeta {
  readonly version: number
  readonly appendId?: string
}

function faultInMetadata(metadata: unknown): string | undefined {
  const fault = faultInMeta(metadata)
  if (fault !== undefined) return fault
  const { version } = metadata as Metadata
  return Number.isInteger(version) && version >= 1 ? undefined : 'version: not an integer from 1'
}

/** The server writes its own events into the same log. */
export const isSystemEvent = ({ type, streamId }: RecordedEvent): boolean =>
  type.startsWith('$') || streamId.startsWith('$')

interface LogPosition {
  readonly commit: bigint
  readonly prepare: bigint
}

const COMMIT_MAX = 2n ** 62n - 1n

/** Both numbers are equal for an event. @throws StoreError InvalidPosition */
export function positionFrom({ commit, prepare }: LogPosition): Position {
  if (commit < 0n || commit > COMMIT_MAX || prepare !== commit)
    throw new StoreError(
      'InvalidPosition',
      `commit ${commit}, prepare ${prepare}: not a position of an event`,
    )
  return (2n * commit + 1n) as Position
}

/** Even numbers are former checkpoints between events. */
export function logPositionOf(position: Position): LogPosition | 'start' {
  if (position === START) return 'start'
  const commit = position >> 1n
  return { commit, prepare: position % 2n === 1n ? commit : 0n }
}
