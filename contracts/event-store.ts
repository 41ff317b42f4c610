/**
 * The event store port: what the log promises, whatever store stands behind it.
 * Adapters live in services/event-store; one contract suite there says what each promise means.
 */

/** Place in the whole log. Opaque: strictly increasing in commit order, comparable only within one `storeId`. */
export type Position = bigint & { readonly __position: true }
/** Place in one stream, from 0, without gaps. */
export type Revision = bigint
/** What an append has seen: nothing yet, or the revision of the stream's last event. There is no "any". */
export type Expected = 'noStream' | Revision

/** Before every event. */
export const START = 0n as Position
export const positionOf = (value: bigint | string): Position => BigInt(value) as Position

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

export interface Actor {
  readonly kind: 'visitor' | 'owner' | 'admin' | 'system'
  readonly id: string
}

export interface EventMeta {
  readonly actor: Actor
  /** When it happened, as its cause says: RFC 3339, UTC, milliseconds. */
  readonly occurredAt: string
  readonly correlationId: string
  readonly causationId: string | null
  /** Subject whose key seals this event's personal fields; absent where nothing is sealed. */
  readonly keyRef?: string
}

export interface NewEvent {
  /** UUID made by whoever caused the event: the same id at the same place is the same append. */
  readonly id: string
  readonly type: string
  /** Version of the type's schema, from 1. */
  readonly version: number
  readonly data: JsonObject
  readonly meta: EventMeta
}

export interface StoredEvent extends NewEvent {
  readonly stream: string
  readonly revision: Revision
  readonly position: Position
  /** Milliseconds, not monotonic: never order by it. */
  readonly recordedAt: Date
}

export interface AppendResult {
  /** Revision of the last event of the append. */
  readonly revision: Revision
  /** Position of the last event of the append. */
  readonly position: Position
  /** The events were already there at that place: this was a retry. */
  readonly replayed: boolean
}

/** Exact event types, or literal prefixes of stream names. */
export type Filter = { readonly types: readonly string[] } | { readonly streamPrefixes: readonly string[] }

/** Some of the log, in its order. */
export interface LogPage {
  readonly events: readonly StoredEvent[]
  /**
   * Everything up to here was looked at: the next page begins after it. The last event's position where the page is
   * full; never beyond the head, never before the position that the page was asked for.
   */
  readonly scannedTo: Position
  /** Nothing stood after `scannedTo` when the log was read. */
  readonly isAtHead: boolean
}

export type SubscriptionMessage =
  | { readonly t: 'event'; readonly event: StoredEvent }
  /** Everything up to here was considered; nothing in between matched. */
  | { readonly t: 'checkpoint'; readonly position: Position }
  | { readonly t: 'caughtUp'; readonly position: Position }
  /** The store could not be reached; the subscription goes on by itself from where it was. */
  | { readonly t: 'lost'; readonly cause: StoreError; readonly attempt: number }

/** @param types of the events that came; undefined: of any */
export type OnGrown = (types?: ReadonlySet<string>) => void

export interface EventStore {
  /** Random id kept in the log itself (stream `store-identity`): checkpoints belong to it. */
  readonly storeId: string
  /**
   * Adds events to a stream, all or none, durably before it answers.
   * An append whose ids are already there right after `expected` answers as the first time did (`replayed`).
   * @throws StoreError Conflict, StreamClosed, TooLarge, Invalid, Unavailable, Timeout, Disposed
   */
  append(
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
    options?: { readonly timeoutMs?: number },
  ): Promise<AppendResult>
  /** One page of a stream, `from` inclusive. A missing stream is empty, a closed one StreamClosed. `limit` ≤ STORE_LIMITS.readLimitMax. */
  readStream(
    stream: string,
    options?: {
      readonly from?: Revision
      readonly direction?: 'forward' | 'backward'
      readonly limit?: number
    },
  ): Promise<readonly StoredEvent[]>
  head(stream: string): Promise<Revision | 'noStream' | 'closed'>
  headPosition(): Promise<Position>
  /**
   * One page of the log, `after` exclusive; `limit` (≤ STORE_LIMITS.readLimitMax) counts matching events. It looks at
   * STORE_LIMITS.scannedEventsMax events at most, so a page may be short or empty before the head: go on from `scannedTo`.
   */
  readAll(after: Position, options?: { readonly limit?: number; readonly filter?: Filter }): Promise<LogPage>
  /** All events after a position, then live, until the signal aborts; resubscribes by itself and says so. */
  subscribe(
    after: Position,
    options: { readonly signal: AbortSignal; readonly filter?: Filter; readonly highWaterMark?: number },
  ): AsyncIterable<SubscriptionMessage>
  /**
   * Calls back, coalesced, whenever the log may have grown; with the types of what came, where they are known.
   * A hint only: it may come for nothing, and may be lost. Returns its own end.
   */
  watch(onGrown: OnGrown): () => void
  /** Closes a stream for ever: later appends are StreamClosed, its history stays in `readAll`. */
  close(stream: string, expected: Revision): Promise<void>
  health(): Promise<{ readonly ok: boolean; readonly latencyMs: number }>
  /** Within 3 s; twice is harmless; later calls fail with Disposed. */
  dispose(): Promise<void>
}

export const STORE_LIMITS = {
  appendBytesMax: 1_000_000,
  eventBytesMax: 256 * 1024,
  appendEventsMax: 500,
  readLimitMax: 10_000,
  readLimitDefault: 1_000,
  /** Of the log, looked at in one read: what does not match costs as much as what does. At least readLimitMax. */
  scannedEventsMax: 20_000,
  /** Appends waiting in one process; one more is Unavailable. */
  queuedAppendsMax: 10_000,
  appendTimeoutMs: 5_000,
} as const

export const STREAM_NAME = /^[A-Za-z][A-Za-z0-9_.:-]{0,199}$/
/** Short, because EventStoreDB counts it twice towards its own limit of an append: ours must always come first. */
export const EVENT_TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,31}$/

export type StoreErrorCode =
  | 'Conflict'
  | 'StreamClosed'
  | 'TooLarge'
  | 'Invalid'
  | 'AccessDenied'
  | 'Unavailable'
  | 'Timeout'
  | 'Corrupt'
  | 'InvalidPosition'
  | 'Disposed'

/**
 * What a store answers instead of a result. Corrupt names the place in `facts`: `position`, and where they are known
 * `stream`, `id` and `type`. `ambiguous`: it may have been written, so retry only
 * with the same ids and revision.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  readonly retryable: boolean
  readonly ambiguous: boolean
  readonly facts: Readonly<Record<string, string | number | bigint>>

  constructor(
    code: StoreErrorCode,
    message: string,
    options: {
      readonly ambiguous?: boolean
      readonly facts?: Readonly<Record<string, string | number | bigint>>
      readonly cause?: unknown
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StoreError'
    this.code = code
    this.retryable = code === 'Unavailable' || code === 'Timeout'
    this.ambiguous = options.ambiguous ?? false
    this.facts = options.facts ?? {}
  }
}

/** A lost race: somebody appended to the stream first. */
export const conflict = (stream: string, expected: Expected, actual: Revision | 'noStream'): StoreError =>
  new StoreError('Conflict', `stream ${stream}: expected revision ${expected}, found ${actual}`, {
    facts: { stream, expected, actual },
  })

/** Somebody has closed the stream for ever. */
export const streamClosed = (stream: string): StoreError =>
  new StoreError('StreamClosed', `stream ${stream} is closed`, { facts: { stream } })

export const isStoreError = (error: unknown, code?: StoreErrorCode): error is StoreError =>
  error instanceof StoreError && (code === undefined || error.code === code)
