import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { createBackwardWriter } from './protobuf.ts'
import { idAt, isWholeAt, lengthAt, recordAt, recordBytes, wireAt } from './record-format.ts'
import { createRecordIndex, type IndexEntry, type RecordIndex } from './record-index.ts'
import { createStreamIndex, type StreamState } from './stream-index.ts'
import { dataOf, TOMBSTONE, type ProposedEvent } from './wire-event.ts'

export interface RecordToAppend extends ProposedEvent {
  readonly stream: string
  readonly isTombstone?: boolean
}

export interface Log {
  /** All records in order of their positions, committed or not. */
  readonly records: RecordIndex
  /** The start of the next record. */
  readonly end: () => number
  readonly endOf: (record: number) => number
  readonly idOf: (record: number) => string
  /** The number of committed records, which readers may see. */
  readonly committed: () => number
  readonly committedEnd: () => number
  readonly stream: (name: string) => StreamState
  /** Appends all or none, and answers the first one's number. The next `flush` writes them to the file. */
  readonly append: (records: readonly RecordToAppend[], createdTicks: bigint) => number
  readonly flush: () => void
  /** Commits all records before that position. */
  readonly commit: (end: number) => void
  /** Bytes of the file, fewer at its end. */
  readonly read: (from: number, length: number) => Buffer
  readonly onCommitted: (committed: () => void) => () => void
  readonly close: () => void
}

const METADATA_TYPE = '$metadata'
const UNWRITTEN_BYTES_MAX = 4 * 1024 * 1024
const LOADED_BYTES = 16 * 1024 * 1024

/** Opens or creates the log in a file, and removes an append that a crash left incomplete. */
export function openLog(path: string): Log {
  const file = openSync(path, 'a+')
  const records = createRecordIndex()
  const streams = createStreamIndex()
  const listeners = new Set<() => void>()
  const writer = createBackwardWriter()
  let unwritten: Buffer[] = []
  let [end, writtenEnd, committed] = [0, 0, 0]

  const endOf = (record: number): number =>
    record + 1 < records.count() ? records.position(record + 1) : end
  const add = (entry: IndexEntry, recordEnd: number, wire: () => Buffer): void => {
    const { stream, type } = entry
    const record = records.add(entry)
    if (entry.revision === TOMBSTONE) streams.tombstone(stream)
    else streams.add(stream, record)
    end = recordEnd
    if (type === METADATA_TYPE && stream.startsWith('$$'))
      streams.truncate(stream.slice(2), numberIn(dataOf(wire()), '$tb'))
  }
  const flush = (): void => {
    if (unwritten.length === 0) return
    const bytes = unwritten.length === 1 ? unwritten[0]! : Buffer.concat(unwritten)
    unwritten = []
    if (writeSync(file, bytes) !== bytes.length) throw new Error('the log was written only in part')
    writtenEnd += bytes.length
  }
  const keep = (bytes: Buffer): void => {
    unwritten.push(Buffer.from(bytes))
    if (end - writtenEnd > UNWRITTEN_BYTES_MAX) flush()
  }
  const read = (from: number, length: number): Buffer => {
    if (from + length > writtenEnd) flush()
    const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, writtenEnd - from)))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
  }
  const commit = (to: number): void => {
    let count = to >= end ? records.count() : records.firstAtOrAfter(to)
    if (count < records.count() && endOf(count - 1) > to) count-- // it spans that position
    while (count > committed && !records.isLastOfAppend(count - 1)) count--
    if (count <= committed) return
    committed = count
    for (const listener of listeners) listener()
  }

  loadInto(file, add)
  writtenEnd = end
  if (end < fstatSync(file).size) ftruncateSync(file, end)

  return {
    records,
    end: () => end,
    endOf,
    idOf: (record) => idAt(read(records.position(record), endOf(record) - records.position(record)), 0),
    committed: () => committed,
    committedEnd: () => (committed === 0 ? 0 : endOf(committed - 1)),
    stream: streams.find,
    append: (toAppend, createdTicks) => {
      const first = records.count()
      for (const [index, event] of toAppend.entries()) {
        const { stream, type } = event
        const revision = event.isTombstone === true ? TOMBSTONE : streams.lengthOf(stream)
        const place = { stream, revision, position: end, createdTicks }
        const isLast = index === toAppend.length - 1
        const bytes = recordBytes(writer, event, place, isLast)
        add({ position: end, stream, type, revision, isLast }, end + bytes.length, () => wireAt(bytes, 0))
        keep(bytes)
        writer.clear()
      }
      return first
    },
    flush,
    commit,
    read,
    onCommitted: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      flush()
      closeSync(file)
    },
  }
}

/** Adds the records of all complete appends. A crash can damage only the end of the file. */
function loadInto(file: number, add: (entry: IndexEntry, end: number, wire: () => Buffer) => void): void {
  const { size } = fstatSync(file)
  let pending: (() => void)[] = []
  let position = 0
  for (;;) {
    const bytes = Buffer.allocUnsafe(Math.min(LOADED_BYTES, size - position))
    readSync(file, bytes, 0, bytes.length, position)
    let at = 0
    for (;;) {
      const length = lengthAt(bytes, at)
      if (length === undefined || at + length > bytes.length) break
      const start = position + at
      if (size - start < LOADED_BYTES && !isWholeAt(bytes, at)) return
      const { end, ...record } = recordAt(bytes, at)
      const from = at
      pending.push(() => add({ ...record, position: start }, start + length, () => wireAt(bytes, from)))
      at = end
      if (!record.isLast) continue
      for (const addNext of pending) addNext()
      pending = []
    }
    if (at === 0) return
    position += at
  }
}

function numberIn(json: Uint8Array, key: string): number {
  try {
    const value = (JSON.parse(Buffer.from(json).toString()) as Readonly<Record<string, unknown>>)[key]
    return typeof value === 'number' ? value : 0
  } catch {
    return 0 // metadata that is not JSON has no effect
  }
}
