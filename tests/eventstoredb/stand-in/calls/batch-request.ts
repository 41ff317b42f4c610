import { eachField } from '../protobuf.ts'
import type { Expected } from '../commit-check.ts'
import { uuidText } from './uuid-text.ts'
import type { ProposedEvent } from '../wire-event.ts'

/** One frame of a BatchAppend. An append may have several; the first one names the stream. */
export interface BatchRequest {
  /** The identifier's bytes, which the answer repeats. */
  readonly correlation: Buffer
  readonly options: BatchOptions | undefined
  readonly events: readonly (ProposedEvent | undefined)[]
  readonly isFinal: boolean
}

export interface BatchOptions {
  readonly stream: Buffer
  readonly expected: Expected
  readonly deadline: BatchDeadline | undefined
}

/** A time by the sender's clock, or a duration from now. */
export type BatchDeadline = { readonly atMs: number } | { readonly forMs: number }

const REQUEST = { correlation: 1, options: 2, events: 3, isFinal: 4 } as const
const OPTIONS = {
  stream: 1,
  revision: 2,
  noStream: 3,
  any: 4,
  streamExists: 5,
  deadlineAt: 6,
  deadlineFor: 7,
} as const
const STREAM_NAME = 3
const EVENT = { id: 1, metadata: 2, customMetadata: 3, data: 4 } as const
const NOTHING: Buffer = Buffer.alloc(0)

/** @throws Error for bytes of another form */
export function batchRequestOf(bytes: Buffer): BatchRequest {
  let correlation = NOTHING
  let options: BatchOptions | undefined
  let isFinal = false
  const events: (ProposedEvent | undefined)[] = []
  eachField(bytes, 0, bytes.length, (field, from, to, value) => {
    if (field === REQUEST.correlation) correlation = bytes.subarray(from, to)
    else if (field === REQUEST.options) options = optionsOf(bytes, from, to)
    else if (field === REQUEST.events) events.push(eventOf(bytes, from, to))
    else if (field === REQUEST.isFinal) isFinal = value !== 0n
  })
  return { correlation, options, events, isFinal }
}

function optionsOf(bytes: Buffer, start: number, end: number): BatchOptions {
  let stream = NOTHING
  let expected: Expected = 0n
  let deadline: BatchDeadline | undefined
  eachField(bytes, start, end, (field, from, to, value) => {
    if (field === OPTIONS.stream)
      eachField(bytes, from, to, (part, nameFrom, nameTo) => {
        if (part === STREAM_NAME) stream = bytes.subarray(nameFrom, nameTo)
      })
    else if (field === OPTIONS.revision) expected = value
    else if (field === OPTIONS.noStream) expected = 'no_stream'
    else if (field === OPTIONS.any) expected = 'any'
    else if (field === OPTIONS.streamExists) expected = 'stream_exists'
    else if (field === OPTIONS.deadlineAt) deadline = { atMs: millisecondsOf(bytes, from, to) }
    else if (field === OPTIONS.deadlineFor) deadline = { forMs: millisecondsOf(bytes, from, to) }
  })
  return { stream, expected, deadline }
}

const MS_A_SECOND = 1_000
const NANOSECONDS_A_MS = 1e6

/** Timestamps and durations have one form: seconds and nanoseconds, signed. */
function millisecondsOf(bytes: Buffer, start: number, end: number): number {
  let ms = 0
  eachField(bytes, start, end, (field, _from, _to, value) => {
    const signed = Number(BigInt.asIntN(64, value))
    ms += field === 1 ? signed * MS_A_SECOND : signed / NANOSECONDS_A_MS
  })
  return ms
}

/** Undefined if it lacks a required field. */
function eventOf(bytes: Buffer, start: number, end: number): ProposedEvent | undefined {
  let id = ''
  let [data, metadata] = [NOTHING, NOTHING]
  let [type, contentType]: (string | undefined)[] = []
  eachField(bytes, start, end, (field, from, to) => {
    if (field === EVENT.id) id = idOf(bytes, from, to)
    else if (field === EVENT.customMetadata) metadata = bytes.subarray(from, to)
    else if (field === EVENT.data) data = bytes.subarray(from, to)
    else if (field === EVENT.metadata) {
      const [key, value] = textsOf(bytes, from, to)
      if (key === 'type') type = value
      if (key === 'content-type') contentType = value
    }
  })
  return type === undefined || contentType === undefined
    ? undefined
    : { id, type, contentType, data, metadata }
}

function idOf(bytes: Buffer, start: number, end: number): string {
  let id = ''
  eachField(bytes, start, end, (field, from, to) => {
    if (field === 2) id = bytes.toString('latin1', from, to).toLowerCase()
    if (field === 1) {
      const halves = [0n, 0n]
      eachField(bytes, from, to, (half, _from, _to, value) => (halves[half - 1] = value))
      id = uuidText(halves[0]!, halves[1]!)
    }
  })
  return id
}

function textsOf(bytes: Buffer, start: number, end: number): readonly [string, string] {
  let [key, value] = ['', '']
  eachField(bytes, start, end, (field, from, to) => {
    if (field === 1) key = bytes.toString('utf8', from, to)
    else value = bytes.toString('utf8', from, to)
  })
  return [key, value]
}
