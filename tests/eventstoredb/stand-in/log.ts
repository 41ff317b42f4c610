import { closeSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { recordAt, recordBytes, TOMBSTONE, type LoggedRecord } from './record-format.ts'
import { dataOf, wireEvent, type ProposedEvent } from './wire-event.ts'

/** What is known of one stream. */
export interface StreamState {
  readonly name: string
  /** By revision; a tombstone is not among them. */
  readonly records: LoggedRecord[]
  isTombstoned: boolean
  /** Revision of the first event that a stream read still shows; `SOFT_DELETED` hides all. */
  truncateBefore: number
}

/** 2^63-1, which a metadata record names when a stream is deleted. */
export const SOFT_DELETED = 2 ** 63

export interface RecordToAppend extends ProposedEvent {
  readonly stream: string
  readonly isTombstone?: boolean
}

export interface Log {
  /** All records in order of their positions. */
  readonly records: readonly LoggedRecord[]
  /** Where the next record will start. */
  readonly end: () => number
  /** An empty state for a stream that nobody wrote to. */
  readonly stream: (name: string) => StreamState
  /** All of them, in one write. */
  readonly append: (records: readonly RecordToAppend[], createdTicks: bigint) => readonly LoggedRecord[]
  /** Bytes of the file, fewer at its end. */
  readonly read: (from: number, length: number) => Buffer
  readonly onGrown: (grown: () => void) => () => void
  readonly close: () => void
}

/** Opens the log in a file, or starts one. An append that a crash tore apart is cut off. */
export function openLog(path: string): Log {
  const file = openSync(path, 'a+')
  const records: LoggedRecord[] = []
  const streams = new Map<string, StreamState>()
  const listeners = new Set<() => void>()
  let end = 0

  const stream = (name: string): StreamState => {
    let state = streams.get(name)
    if (state === undefined) {
      state = { name, records: [], isTombstoned: false, truncateBefore: 0 }
      streams.set(name, state)
    }
    return state
  }
  const read = (from: number, length: number): Buffer => {
    const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(0, end - from)))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
  }
  const add = (record: LoggedRecord): void => {
    const state = stream(record.stream)
    records.push(record)
    if (record.revision === TOMBSTONE) state.isTombstoned = true
    else state.records.push(record)
    end = record.end
    if (record.type === '$metadata' && record.stream.startsWith('$$')) {
      const data = dataOf(read(record.wireStart, record.end - record.wireStart))
      stream(record.stream.slice(2)).truncateBefore = truncationIn(data)
    }
  }

  const whole = readFileSync(path)
  for (const record of wholeAppends(whole)) add(record)
  if (end < whole.length) ftruncateSync(file, end)

  return {
    records,
    end: () => end,
    stream,
    read,
    append: (toAppend, createdTicks) => {
      const { bytes, written } = placed(toAppend, end, createdTicks, stream)
      if (writeSync(file, bytes) !== bytes.length) throw new Error('the log was written in part')
      for (const record of written) add(record)
      for (const grown of listeners) grown()
      return written
    },
    onGrown: (grown) => {
      listeners.add(grown)
      return () => listeners.delete(grown)
    },
    close: () => closeSync(file),
  }
}

/** Records of appends that are there to their last one. */
function wholeAppends(file: Buffer): readonly LoggedRecord[] {
  const whole: LoggedRecord[] = []
  let pending: LoggedRecord[] = []
  for (let read = recordAt(file, 0); read !== undefined; read = recordAt(file, read.end)) {
    const { isLast, ...record } = read
    pending.push(record)
    if (!isLast) continue
    whole.push(...pending)
    pending = []
  }
  return whole
}

function placed(
  toAppend: readonly RecordToAppend[],
  end: number,
  createdTicks: bigint,
  stream: (name: string) => StreamState,
): { bytes: Buffer; written: readonly LoggedRecord[] } {
  const chunks: Buffer[] = []
  const written: LoggedRecord[] = []
  const revisions = new Map<string, number>()
  let position = end
  for (const [index, event] of toAppend.entries()) {
    const next = revisions.get(event.stream) ?? stream(event.stream).records.length
    const revision = event.isTombstone === true ? TOMBSTONE : next
    revisions.set(event.stream, next + 1)
    const wire = wireEvent(event, { stream: event.stream, revision, position, createdTicks })
    const { id, type } = event
    const record = { id, type, stream: event.stream, revision }
    const bytes = recordBytes({ ...record, isLast: index === toAppend.length - 1 }, wire)
    chunks.push(bytes)
    const recordEnd = position + bytes.length
    written.push({ ...record, position, end: recordEnd, wireStart: recordEnd - wire.length })
    position = recordEnd
  }
  return { bytes: Buffer.concat(chunks), written }
}

function truncationIn(data: Uint8Array): number {
  try {
    const { $tb } = JSON.parse(Buffer.from(data).toString()) as { $tb?: unknown }
    return typeof $tb === 'number' ? $tb : 0
  } catch {
    return 0 // metadata that is no JSON says nothing
  }
}
