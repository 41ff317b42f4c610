import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { generatedEvent, type EventToWrite } from './generated-event.ts'

export interface RecordToAppend extends EventToWrite {
  readonly stream: string
}

export interface StoredRecord extends Pick<RecordToAppend, 'id' | 'stream' | 'type'> {
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
const TICKS_PER_MS = 10_000n
const STEP_BACK_TICKS = 25n * TICKS_PER_MS
const STEP_BACK_EVERY = 16

export type Log = ReturnType<typeof openLog>

/** Records in memory, and in a file: a line of JSON for each append, without one that a crash left incomplete. */
export function openLog(path: string) {
  const records: StoredRecord[] = []
  const streams = new Map<string, StoredRecord[]>()
  const listeners = new Set<() => void>()
  const now = createClock()
  let [end, committed, unwritten] = [0, 0, '']
  let committing: NodeJS.Timeout | undefined

  const stream = (name: string): readonly StoredRecord[] => streams.get(name) ?? []

  function add(event: RecordToAppend, createdTicks: bigint): void {
    const { id, stream: name, type } = event
    const revision = BigInt(stream(name).length)
    const wire = generatedEvent(event, { stream: name, revision, position: end, createdTicks })
    const record = { index: records.length, id, stream: name, type, revision, position: end, wire }
    records.push(record)
    streams.set(name, [...stream(name), record])
    end += wire.length
  }
  /** All or none, to be committed a moment later. @returns the last record */
  function write(events: readonly RecordToAppend[]): StoredRecord {
    const createdTicks = now()
    for (const event of events) add(event, createdTicks)
    unwritten += `${JSON.stringify({ createdTicks: String(createdTicks), events: events.map(textOf) })}\n`
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
    for (const listener of listeners) listener()
  }
  function onCommitted(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
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
      const forget = onCommitted(() => {
        forget()
        answer({ kind: 'success', last })
      })
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
    const { createdTicks, events } = JSON.parse(line) as WrittenAppend
    for (const event of events) add(bytesIn(event), BigInt(createdTicks))
  }
  // A real server writes events of its own into the same log. The stream of one type without `$` has it.
  if (records.length === 0)
    write([systemRecord('$users', '$UserCreated'), systemRecord('$persistentSubscriptionConfig', 'Config1')])
  write([systemRecord('$settings', '$settings')])
  commit()
  return { records, committed: () => committed, stream, append, commit, onCommitted }
}

const systemRecord = (stream: string, type: string): RecordToAppend => ({
  id: randomUUID(),
  stream,
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
})

/** Now, in .NET ticks since 1970; as on a real server, time stamps sometimes step back. */
function createClock(): () => bigint {
  let looks = 0
  return () => {
    looks += 1
    const ticks = BigInt(Math.floor((performance.timeOrigin + performance.now()) * Number(TICKS_PER_MS)))
    return looks % STEP_BACK_EVERY === 0 ? ticks - STEP_BACK_TICKS : ticks
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
