import {
  EVENT_TYPE_NAME,
  STREAM_NAME,
  StoreError,
  type Expected,
  type NewEvent,
  isJsonObject,
  type Revision,
} from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { UUID } from '@app/contracts/fields/text.ts'

export interface PreparedEvent {
  /** Lower-case. */
  readonly id: string
  readonly type: string
  readonly version: number
  readonly dataJson: string
  readonly metaJson: string
}

const INSTANT = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
/** As JSON writes them. EventStoreDB turns a lone surrogate into U+FFFD; Postgres refuses NUL. */
const LOST_CHARACTER = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const isLossy = (json: string): boolean => json.includes('\\u') && LOST_CHARACTER.test(json)
const ACTOR_KINDS: ReadonlySet<unknown> = new Set(['visitor', 'owner', 'admin', 'system'])
/** Limits of Postgres: a version is an integer; a position and a revision are a bigint. */
const VERSION_MAX = 2 ** 31 - 1
export const POSITION_MAX = 2n ** 63n - 1n

const invalid = (message: string): StoreError => new StoreError('Invalid', message)
const tooLarge = (place: string, limit: number): StoreError =>
  new StoreError('TooLarge', `${place}: more than ${limit} bytes of JSON`, { facts: { limit } })

/** @throws StoreError Invalid; names with `$` belong to the server */
export function checkStream(stream: string): void {
  if (!STREAM_NAME.test(stream))
    throw invalid(`stream ${JSON.stringify(stream)}: not a stream name (${STREAM_NAME.source})`)
}

/** A position or a revision. @throws StoreError Invalid beyond the 63 bits that every adapter keeps */
export function checkPosition(name: string, position: bigint): void {
  if (typeof position !== 'bigint' || position < 0n || position > POSITION_MAX)
    throw invalid(`${name} ${String(position)}: not a bigint within 0..${POSITION_MAX}`)
}

export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > STORE_LIMITS.readLimitMax)
    throw invalid(`limit ${limit}: not within 1..${STORE_LIMITS.readLimitMax}`)
}

/** @throws StoreError Invalid or TooLarge, before anything is sent */
export function prepareEvents(stream: string, events: readonly NewEvent[]): readonly PreparedEvent[] {
  checkStream(stream)
  const count = events.length
  if (count < 1 || count > STORE_LIMITS.appendEventsMax)
    throw invalid(`append to ${stream}: not 1..${STORE_LIMITS.appendEventsMax} events`)
  let bytes = 0
  const prepared = events.map((event, index) => {
    const one = prepareEvent(event, `events[${index}]`)
    const own = Buffer.byteLength(one.dataJson) + Buffer.byteLength(one.metaJson)
    if (own > STORE_LIMITS.eventBytesMax) throw tooLarge(`events[${index}]`, STORE_LIMITS.eventBytesMax)
    bytes += own
    return one
  })
  if (bytes > STORE_LIMITS.appendBytesMax) throw tooLarge(`append to ${stream}`, STORE_LIMITS.appendBytesMax)
  if (count > 1 && new Set(prepared.map(({ id }) => id)).size < count)
    throw invalid(`append to ${stream}: an id is there twice`)
  return prepared
}

function prepareEvent({ id, type, version, data, meta }: NewEvent, place: string): PreparedEvent {
  if (!UUID.test(id)) throw invalid(`${place}.id: not a UUID`)
  if (!EVENT_TYPE_NAME.test(type)) throw invalid(`${place}.type: not a type name`)
  if (!Number.isInteger(version) || version < 1 || version > VERSION_MAX)
    throw invalid(`${place}.version: not an integer from 1`)
  if (!isJsonObject(data)) throw invalid(`${place}.data: not an object`)
  const metaFault = faultInMeta(meta)
  if (metaFault !== undefined) throw invalid(`${place}.${metaFault}`)
  const [dataJson, metaJson] = [JSON.stringify(data), JSON.stringify(meta)]
  if (isLossy(dataJson) || isLossy(metaJson)) throw invalid(`${place}: a NUL character, or a lone surrogate`)
  return { id: id.toLowerCase(), type, version, dataJson, metaJson }
}

export function faultInMeta(meta: unknown): string | undefined {
  if (!isJsonObject(meta)) return 'meta: not an object'
  const { actor, occurredAt, correlationId, causationId, keyRef } = meta
  if (!isJsonObject(actor) || !ACTOR_KINDS.has(actor['kind']) || typeof actor['id'] !== 'string')
    return 'meta.actor: not an actor'
  if (typeof occurredAt !== 'string' || !INSTANT.test(occurredAt))
    return 'meta.occurredAt: not an instant in UTC with milliseconds'
  if (typeof correlationId !== 'string') return 'meta.correlationId: not a string'
  if (causationId !== null && typeof causationId !== 'string')
    return 'meta.causationId: neither string nor null'
  if (keyRef !== undefined && typeof keyRef !== 'string') return 'meta.keyRef: not a string'
  return undefined
}

export interface FoundStream {
  /** -1n for a stream without events. */
  readonly head: bigint
  readonly idsAfterExpected: readonly string[]
}

export type AppendVerdict =
  | { readonly kind: 'write' }
  | { readonly kind: 'replayed'; readonly lastRevision: Revision }
  | { readonly kind: 'conflict'; readonly actual: Revision | 'noStream' }

export const revisionBefore = (expected: Expected): bigint => (expected === 'noStream' ? -1n : expected)

/** Same rules as EventStoreDB's CheckCommit: only ids are compared, and a prefix of the stored events is a retry. */
export function judgeAppend(stored: FoundStream, expected: Expected, ids: readonly string[]): AppendVerdict {
  const before = revisionBefore(expected)
  if (before === stored.head) return { kind: 'write' }
  // An append longer than the stored events is a conflict: its last ids match nothing.
  const isRetry = before < stored.head && ids.every((id, index) => id === stored.idsAfterExpected[index])
  if (isRetry) return { kind: 'replayed', lastRevision: before + BigInt(ids.length) }
  return { kind: 'conflict', actual: stored.head === -1n ? 'noStream' : stored.head }
}
