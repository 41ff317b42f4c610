import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import {
  generatedEvent,
  type EventToWrite,
} from '../../../services/event-store/eventstoredb/testing/generated-event.ts'

export interface RecordToAppend extends EventToWrite {
  readonly stream: string
  readonly isTombstone?: boolean
}

export interface StoredRecord extends Pick<RecordToAppend, 'id' | 'stream' | 'type'> {
  /** Its place in `records`. */
  readonly index: number
  readonly revision: bigint
  /** Both the commit and the prepare position, which are equal for writes over gRPC. */
  readonly position: number
  /** Whether the server itself wrote it; only unfiltered reads show it. */
  readonly isSystem: boolean
  /** The answer of a read with this event. */
  readonly wire: Uint8Array
}

export interface StreamState {
  /** By revision, without a tombstone. */
  readonly records: StoredRecord[]
  isTombstoned: boolean
  /** Revision of the first event that a stream read still shows; `SOFT_DELETED` hides all. */
  truncateBefore: number
}

/** 2^63-1, which a metadata record names when a stream is deleted. */
const SOFT_DELETED = 2 ** 63
const TOMBSTONE_REVISION = 2n ** 63n - 1n
const METADATA_TYPE = '$metadata'

export const isSoftDeleted = ({ truncateBefore }: StreamState): boolean => truncateBefore >= SOFT_DELETED

export type Log = ReturnType<typeof openLog>

/** Records in memory, and in a file: a line of JSON for each append, without one that a crash left incomplete. */
export function openLog(path: string, commitMs: number) {
  const records: StoredRecord[] = []
  const streams = new Map<string, StreamState>()
  const listeners = new Set<() => void>()
  let [end, committed, unwritten] = [0, 0, '']
  let committing: NodeJS.Timeout | undefined

  function stream(name: string): StreamState {
    const known = streams.get(name) ?? { records: [], isTombstoned: false, truncateBefore: 0 }
    streams.set(name, known)
    return known
  }
  function add(event: RecordToAppend, createdTicks: bigint): void {
    const { id, stream: name, type } = event
    const of = stream(name)
    const revision = event.isTombstone === true ? TOMBSTONE_REVISION : BigInt(of.records.length)
    const wire = generatedEvent(event, { stream: name, revision, position: end, createdTicks })
    const isSystem = name.startsWith('$') || type.startsWith('$')
    const record = { index: records.length, id, stream: name, type, revision, position: end, isSystem, wire }
    records.push(record)
    if (event.isTombstone === true) of.isTombstoned = true
    else of.records.push(record)
    if (type === METADATA_TYPE) stream(name.slice(2)).truncateBefore = truncationIn(event.data)
    end += wire.length
  }
  /** Commits all records, which readers may see from then on. */
  function commit(): void {
    clearTimeout(committing)
    committing = undefined
    appendFileSync(path, unwritten)
    unwritten = ''
    committed = records.length
    for (const listener of listeners) listener()
  }

  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) writeFileSync(path, whole)
  for (const line of whole.split('\n').slice(0, -1)) {
    const { createdTicks, events } = JSON.parse(line) as WrittenAppend
    for (const event of events) add(bytesIn(event), BigInt(createdTicks))
  }
  return {
    records,
    end: () => end,
    /** The number of committed records. */
    committed: () => committed,
    stream,
    /** Appends all or none, to be committed a moment later. @returns the last record */
    append: (events: readonly RecordToAppend[], createdTicks: bigint): StoredRecord => {
      for (const event of events) add(event, createdTicks)
      const written = { createdTicks: String(createdTicks), events: events.map(textOf) }
      unwritten += `${JSON.stringify(written)}\n`
      committing ??= setTimeout(commit, commitMs)
      return records.at(-1)!
    },
    commit,
    /** Calls back at each commit. */
    onCommitted: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

type WrittenEvent = Omit<RecordToAppend, 'data' | 'metadata'> & {
  readonly data: string
  readonly metadata: string
}
interface WrittenAppend {
  readonly createdTicks: string
  readonly events: readonly WrittenEvent[]
}

const textOf = ({ data, metadata, ...rest }: RecordToAppend): WrittenEvent => ({
  ...rest,
  data: Buffer.from(data).toString('base64'),
  metadata: Buffer.from(metadata).toString('base64'),
})

const bytesIn = ({ data, metadata, ...rest }: WrittenEvent): RecordToAppend => ({
  ...rest,
  data: Buffer.from(data, 'base64'),
  metadata: Buffer.from(metadata, 'base64'),
})

function truncationIn(json: Uint8Array): number {
  const { $tb: before = 0 } = JSON.parse(Buffer.from(json).toString()) as { readonly $tb?: number }
  return before
}
