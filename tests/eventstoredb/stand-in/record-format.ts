import { crc32 } from 'node:zlib'

/**
 * How a record lies in the log file: length and checksum of the rest, a flag on the last record of an append, what the
 * index needs, then the event exactly as it goes over the wire. Its position is the offset of its first byte.
 */
const LENGTH = 4
const CHECKSUM = 4
const HEAD = LENGTH + CHECKSUM
const FLAGS = 1
const LAST_OF_APPEND = 1
const REVISION = 4
const TOMBSTONE_ON_DISK = 0xffff_ffff

/** Revision of the record that closes a stream for ever; 2^63-1 on the wire. */
export const TOMBSTONE = Number.POSITIVE_INFINITY

export interface LoggedRecord {
  /** Commit and prepare position alike, as for everything written over gRPC. */
  readonly position: number
  /** Where the next record starts. */
  readonly end: number
  /** Where its bytes for the wire start. */
  readonly wireStart: number
  readonly id: string
  readonly stream: string
  readonly type: string
  readonly revision: number
}

export interface RecordToWrite extends Omit<LoggedRecord, 'position' | 'end' | 'wireStart'> {
  readonly isLast: boolean
}

/** The bytes of one record around its wire form. */
export function recordBytes(record: RecordToWrite, wire: Uint8Array): Buffer {
  const texts = [record.id, record.stream, record.type].map((text) => Buffer.from(text))
  const index = Buffer.allocUnsafe(FLAGS + REVISION + texts.reduce((sum, { length }) => sum + 2 + length, 0))
  index.writeUInt8(record.isLast ? LAST_OF_APPEND : 0, 0)
  index.writeUInt32LE(record.revision === TOMBSTONE ? TOMBSTONE_ON_DISK : record.revision, FLAGS)
  let at = FLAGS + REVISION
  for (const text of texts) {
    index.writeUInt16LE(text.length, at)
    text.copy(index, at + 2)
    at += 2 + text.length
  }
  const head = Buffer.allocUnsafe(HEAD)
  head.writeUInt32LE(CHECKSUM + index.length + wire.length, 0)
  head.writeUInt32LE(crc32(wire, crc32(index)), LENGTH)
  return Buffer.concat([head, index, wire])
}

export interface RecordRead extends LoggedRecord {
  readonly isLast: boolean
}

/** The record at an offset of the file, or undefined where it is torn off or damaged. */
export function recordAt(file: Buffer, position: number): RecordRead | undefined {
  if (position + HEAD > file.length) return undefined
  const end = position + LENGTH + file.readUInt32LE(position)
  if (end > file.length || end < position + HEAD + FLAGS + REVISION) return undefined
  const start = position + HEAD
  if (crc32(file.subarray(start, end)) !== file.readUInt32LE(position + LENGTH)) return undefined
  let at = start + FLAGS + REVISION
  const text = (): string => {
    const from = at + 2
    at = from + file.readUInt16LE(at)
    return file.toString('utf8', from, at)
  }
  const [id, stream, type] = [text(), text(), text()]
  const revision = file.readUInt32LE(start + FLAGS)
  return {
    position,
    end,
    wireStart: at,
    id,
    stream,
    type,
    revision: revision === TOMBSTONE_ON_DISK ? TOMBSTONE : revision,
    isLast: file.readUInt8(start) === LAST_OF_APPEND,
  }
}
