import { crc32 } from 'node:zlib'
import type { BackwardWriter } from './protobuf.ts'
import { TOMBSTONE, writeWireEvent, type Place, type ProposedEvent } from './wire-event.ts'

/**
 * A record of the log file: length and checksum of the rest, a flag on the last record of an append, fields of the index,
 * then the event in its wire format. Its position is the offset of its first byte.
 */
const LENGTH = 4
const CHECKSUM = 4
const HEAD = LENGTH + CHECKSUM
const FLAGS = 1
const LAST_OF_APPEND = 1
const REVISION = 4
const TEXT_LENGTH = 2
const TOMBSTONE_ON_DISK = 0xffff_ffff

/** The bytes of one record; valid until the writer's next `clear`. */
export function recordBytes(to: BackwardWriter, event: ProposedEvent, place: Place, isLast: boolean): Buffer {
  const start = to.mark()
  writeWireEvent(to, event, place)
  for (const text of [event.type, place.stream, event.id]) to.uint16(to.text(text))
  to.uint32(place.revision === TOMBSTONE ? TOMBSTONE_ON_DISK : place.revision)
  to.uint8(isLast ? LAST_OF_APPEND : 0)
  const rest = to.since(start)
  to.uint32(crc32(rest))
  to.uint32(CHECKSUM + rest.length)
  return to.since(start)
}

/** A record in bytes of the file. */
export interface RecordRead {
  /** Offset, in those bytes, of the next record. */
  readonly end: number
  readonly stream: string
  readonly type: string
  readonly revision: number
  readonly isLast: boolean
}

/** The length of the record at an offset, if the bytes contain it. */
export const lengthAt = (bytes: Buffer, at: number): number | undefined =>
  at + LENGTH > bytes.length ? undefined : LENGTH + bytes.readUInt32LE(at)

/** Whether the record there is complete and undamaged. */
export function isWholeAt(bytes: Buffer, at: number): boolean {
  const length = lengthAt(bytes, at)
  if (length === undefined || length < HEAD + FLAGS + REVISION || at + length > bytes.length) return false
  return crc32(bytes.subarray(at + HEAD, at + length)) === bytes.readUInt32LE(at + LENGTH)
}

/** The complete record at an offset. */
export function recordAt(bytes: Buffer, at: number): RecordRead {
  const flags = at + HEAD
  const revision = bytes.readUInt32LE(flags + FLAGS)
  const id = flags + FLAGS + REVISION
  const stream = afterText(bytes, id)
  const type = afterText(bytes, stream)
  return {
    end: at + lengthAt(bytes, at)!,
    stream: textAt(bytes, stream),
    type: textAt(bytes, type),
    revision: revision === TOMBSTONE_ON_DISK ? TOMBSTONE : revision,
    isLast: bytes[flags] === LAST_OF_APPEND,
  }
}

export const idAt = (bytes: Buffer, at: number): string => textAt(bytes, at + HEAD + FLAGS + REVISION)

export const streamAt = (bytes: Buffer, at: number): string =>
  textAt(bytes, afterText(bytes, at + HEAD + FLAGS + REVISION))

/** The part of a record that goes over the wire. */
export function wireAt(bytes: Buffer, at: number): Buffer {
  const id = at + HEAD + FLAGS + REVISION
  const wire = afterText(bytes, afterText(bytes, afterText(bytes, id)))
  return bytes.subarray(wire, at + lengthAt(bytes, at)!)
}

const afterText = (bytes: Buffer, at: number): number => at + TEXT_LENGTH + bytes.readUInt16LE(at)

const textAt = (bytes: Buffer, at: number): string =>
  bytes.toString('utf8', at + TEXT_LENGTH, afterText(bytes, at))
