import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'

export interface RecordToAppend {
  readonly stream: string
  readonly id: string
  readonly type: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export interface StoredRecord extends Pick<RecordToAppend, 'id' | 'type'> {
  /** The place in `records`. */
  readonly index: number
  readonly revision: bigint
  /** Both the commit and the prepare position, which are equal for writes over gRPC. */
  readonly position: number
  /** The answer of a read with this event. */
  readonly wire: Uint8Array
}

export type Expected = 'any' | 'no_stream' | bigint

export type Outcome =
  | { readonly kind: 'success'; readonly last: StoredRecord }
  /** Revision of the stream's last event; -1 for an empty stream. */
  | { readonly kind: 'wrong-version'; readonly current: number }
  /** Not committed in time; it may be committed later. */
  | { readonly kind: 'timed-out' }

/** Delay between write and commit. */
const COMMIT_MS = 2
/** A real server's default. */
const COMMIT_TIMEOUT_MS = 2_000
const STATISTICS_EVERY_RECORDS = 40
/** .NET counts 100 ns each since 1970. */
const TICKS_PER_MS = 10_000

export type Log = ReturnType<typeof openLog>

/** Records in memory, and in a file: a line of JSON for each append, without one that a crash left incomplete. */
export function openLog(path: string) {
  const records: StoredRecord[] = []
  const byStream = new Map<string, StoredRecord[]>()
  let waiting: (() => void)[] = []
  let [end, committed, unwritten] = [0, 0, '']
  let committing: NodeJS.Timeout | undefined

  const stream = (name: string): readonly StoredRecord[] => byStream.get(name) ?? []

  function add(event: RecordToAppend, createdMs: number): void {
    const { id, stream: name, type } = event
    const revision = BigInt(stream(name).length)
    const wire = wireOf(event, { revision, position: end, createdMs })
    const record = { index: records.length, id, type, revision, position: end, wire }
    records.push(record)
    byStream.set(name, [...stream(name), record])
    end += wire.length
  }
  /** All or none, to be committed a moment later. @returns the last record */
  function write(events: readonly RecordToAppend[]): StoredRecord {
    const createdMs = Date.now()
    for (const event of events) add(event, createdMs)
    unwritten += `${JSON.stringify({ createdMs, events: events.map(textOf) })}\n`
    committing ??= setTimeout(commit, COMMIT_MS)
    return records.at(-1)!
  }
  /** Readers may see all records from then on. */
  function commit(): void {
    clearTimeout(committing)
    committing = undefined
    appendFileSync(path, unwritten)
    unwritten = ''
    committed = records.length
    for (const answer of waiting) answer()
    waiting = []
  }
  /** Answers by a server's table of cases: only ids are compared, with all written records, committed or not. */
  function append(
    name: string,
    expected: Expected,
    events: readonly RecordToAppend[],
    answer: (outcome: Outcome) => void,
  ): void {
    const { length } = stream(name)
    const first = expected === 'any' ? length : expected === 'no_stream' ? 0 : Number(expected) + 1
    if (first === length) {
      const last = write(events)
      if (records.length % STATISTICS_EVERY_RECORDS === 0) write([systemRecord('$stats', '$statsCollected')])
      waiting.push(() => answer({ kind: 'success', last }))
      return
    }
    const stored = stream(name).slice(first, first + events.length)
    const last = stored.at(-1)
    if (last === undefined || !events.every(({ id }, index) => stored[index]?.id === id))
      return answer({ kind: 'wrong-version', current: length - 1 })
    // A repeated append is dropped while the first is not committed, so that it times out.
    if (last.index >= committed) setTimeout(() => answer({ kind: 'timed-out' }), COMMIT_TIMEOUT_MS).unref()
    else answer({ kind: 'success', last })
  }

  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) writeFileSync(path, whole)
  for (const line of whole.split('\n').slice(0, -1)) {
    const { createdMs, events } = JSON.parse(line) as WrittenAppend
    for (const event of events) add(bytesIn(event), createdMs)
  }
  // A real server writes events of its own into the same log. The stream of one type without `$` has it.
  if (records.length === 0)
    write([systemRecord('$users', '$UserCreated'), systemRecord('$persistentSubscriptionConfig', 'Config1')])
  write([systemRecord('$settings', '$settings')])
  commit()
  return { records, committed: () => committed, stream, append }
}

const systemRecord = (stream: string, type: string): RecordToAppend => ({
  id: randomUUID(),
  stream,
  type,
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
})

type WrittenEvent = Omit<RecordToAppend, 'data' | 'metadata'> & {
  readonly data: string
  readonly metadata: string
}
interface WrittenAppend {
  readonly createdMs: number
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

/** The answer of a read that carries this event, by the client's generated code. */
function wireOf(
  { id, stream, type, data, metadata }: RecordToAppend,
  place: Pick<StoredRecord, 'revision' | 'position'> & { readonly createdMs: number },
): Uint8Array {
  const position = String(place.position)
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setStreamRevision(String(place.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setCustomMetadata(metadata)
    .setData(data)
  recorded
    .getMetadataMap()
    .set('type', type)
    .set('content-type', 'application/json')
    .set('created', String(place.createdMs * TICKS_PER_MS))
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position)
  return new streams.ReadResp().setEvent(read).serializeBinary()
}
