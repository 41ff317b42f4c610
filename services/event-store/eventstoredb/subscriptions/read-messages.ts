import type { RecordedEvent } from '@eventstore/db-client'
import type { LogPosition } from '../log-position.ts'
import { fieldsOf, nextField, readBytes, readInteger, readText, skipField } from './protobuf-fields.ts'

/** The needed parts of an answer to a read or a subscription. */
export type ReadMessage =
  | { readonly t: 'event'; readonly recorded: RecordedEvent; readonly bytes: number }
  | { readonly t: 'checkpoint'; readonly position: LogPosition }
  | { readonly t: 'confirmation' | 'caughtUp' | 'other' }

const KINDS = { event: 1, confirmation: 2, checkpoint: 3, caughtUp: 8 } as const

/** The client's own conversion takes twice as long, by an object for each message and field. */
export function readMessageOf(buffer: Buffer): ReadMessage {
  const cursor = fieldsOf(buffer)
  for (let field = nextField(cursor); field !== 0; field = nextField(cursor)) {
    if (field === KINDS.event) return eventIn(readBytes(cursor), buffer.length)
    if (field === KINDS.checkpoint) return { t: 'checkpoint', position: positionIn(readBytes(cursor)) }
    if (field === KINDS.confirmation) return { t: 'confirmation' }
    if (field === KINDS.caughtUp) return { t: 'caughtUp' }
    skipField(cursor)
  }
  return { t: 'other' }
}

function positionIn(buffer: Buffer): LogPosition {
  const cursor = fieldsOf(buffer)
  const position = { commit: 0n, prepare: 0n }
  for (let field = nextField(cursor); field !== 0; field = nextField(cursor)) {
    if (field === 1) position.commit = readInteger(cursor)
    else if (field === 2) position.prepare = readInteger(cursor)
    else skipField(cursor)
  }
  return position
}

function eventIn(buffer: Buffer, bytes: number): ReadMessage {
  const cursor = fieldsOf(buffer)
  for (let field = nextField(cursor); field !== 0; field = nextField(cursor)) {
    if (field === 1) return { t: 'event', recorded: recordedIn(readBytes(cursor)), bytes }
    skipField(cursor)
  }
  return { t: 'other' }
}

interface Found {
  id: string
  streamId: string
  revision: bigint
  prepare: bigint
  commit: bigint
  data: Buffer
  metadata: Buffer
  readonly header: Record<string, string>
}

const EMPTY = Buffer.alloc(0)
const TICKS_DIGITS = 4

function recordedIn(buffer: Buffer): RecordedEvent {
  const { id, streamId, revision, prepare, commit, data, metadata, header } = foundIn(buffer)
  const { type = '', created = '' } = header
  const isJson = header['content-type'] === 'application/json'
  const recorded = {
    id,
    streamId,
    revision,
    type,
    isJson,
    data: isJson ? jsonIn(data) : undefined,
    metadata: jsonIn(metadata),
    // In ticks of 100 ns, more than a number holds.
    created: new Date(Number(created.slice(0, -TICKS_DIGITS))),
    position: { commit, prepare },
  }
  return recorded as RecordedEvent
}

function foundIn(buffer: Buffer): Found {
  const cursor = fieldsOf(buffer)
  const found: Found = {
    id: '',
    streamId: '',
    revision: 0n,
    prepare: 0n,
    commit: 0n,
    data: EMPTY,
    metadata: EMPTY,
    header: {},
  }
  for (let field = nextField(cursor); field !== 0; field = nextField(cursor)) {
    if (field === 1) found.id = textIn(readBytes(cursor), 2)
    else if (field === 2) found.streamId = textIn(readBytes(cursor), 3)
    else if (field === 3) found.revision = readInteger(cursor)
    else if (field === 4) found.prepare = readInteger(cursor)
    else if (field === 5) found.commit = readInteger(cursor)
    else if (field === 6) addEntry(readBytes(cursor), found.header)
    else if (field === 7) found.metadata = readBytes(cursor)
    else if (field === 8) found.data = readBytes(cursor)
    else skipField(cursor)
  }
  return found
}

function textIn(buffer: Buffer, wanted: number): string {
  const cursor = fieldsOf(buffer)
  for (let field = nextField(cursor); field !== 0; field = nextField(cursor)) {
    if (field === wanted) return readText(cursor)
    skipField(cursor)
  }
  return ''
}

function addEntry(buffer: Buffer, header: Record<string, string>): void {
  const cursor = fieldsOf(buffer)
  let [key, value] = ['', '']
  for (let field = nextField(cursor); field !== 0; field = nextField(cursor)) {
    if (field === 1) key = readText(cursor)
    else if (field === 2) value = readText(cursor)
    else skipField(cursor)
  }
  header[key] = value
}

/** Undefined if it is no JSON: it then fails the check of our shape. */
function jsonIn(buffer: Buffer): unknown {
  try {
    return JSON.parse(buffer.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
