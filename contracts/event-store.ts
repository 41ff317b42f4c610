/** The event store port. Adapters are in services/kernel/log; one contract suite there tests every adapter. */

/** Position in the whole log. Opaque: strictly increasing in commit order, comparable only within one `storeId`. */
export type Position = bigint & { readonly __position: true }
/** From 0, without gaps. */
export type Revision = bigint
export type Expected = 'noStream' | Revision

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
  /** When it happened, by the clock of its cause: RFC 3339, UTC, milliseconds. */
  readonly occurredAt: string
  readonly correlationId: string
  readonly causationId: string | null
  readonly keyRef?: string
}

export interface NewEvent {
  /** UUID made by the caller: the same ids at the same revision are the same append. */
  readonly id: string
  readonly type: string
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
  readonly revision: Revision
  readonly position: Position
  /** The events were already there at that revision: the append was a retry, by whichever process. */
  readonly replayed: boolean
}

/** `from` is inclusive, and a backward read begins at the end. A missing stream is empty. */
type ReadStreamOptions = { readonly limit?: number } & (
  | { readonly from?: Revision; readonly direction?: 'forward' }
  | { readonly direction: 'backward'; readonly from?: undefined }
)

export interface ReadAllOptions {
  readonly limit?: number
  readonly filter?: Filter
  /** The head is that of this process, whose newest events may come from memory. */
  readonly isFollowing?: boolean
}

export interface Filter {
  readonly types: readonly string[]
}

export interface LogPage {
  readonly events: readonly StoredEvent[]
  /** The next page begins after this position, which is never beyond the head and never before `after`. */
  readonly scannedTo: Position
  readonly isAtHead: boolean
}

/** @param types of the new events; undefined: of any type */
export type OnGrown = (types?: ReadonlySet<string>) => void

export interface EventStore {
  /** Random id, stored in the log (stream `store-identity`). Checkpoints belong to one store id. */
  readonly storeId: string
  /** All or none, then durable. @throws StoreError Conflict, TooLarge, Invalid, Unavailable, Timeout, Disposed */
  append(
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
    options?: { readonly timeoutMs?: number | undefined },
  ): Promise<AppendResult>
  readStream(stream: string, options?: ReadStreamOptions): Promise<readonly StoredEvent[]>
  headPosition(): Promise<Position>
  /** `after` is exclusive; `limit` counts matches. A page before the head may be empty: go on from `scannedTo`. */
  readAll(after: Position, options?: ReadAllOptions): Promise<LogPage>
  /** A hint that this process has made the log grow: readers poll for what others append. Returns the function that ends it. */
  watch(onGrown: OnGrown): () => void
  /** Takes 3 s at most and may be called twice; later calls throw Disposed. */
  dispose(): Promise<void>
}

export const STREAM_NAME = /^[A-Za-z][A-Za-z0-9_.:-]{0,199}$/
/** EventStoreDB counts the type twice towards its own size limit. Short types keep our limit the lower one. */
export const EVENT_TYPE_NAME = /^[A-Z][A-Za-z0-9]{0,31}$/

export type StoreErrorCode =
  | 'Conflict'
  | 'TooLarge'
  | 'Invalid'
  | 'AccessDenied'
  | 'Unavailable'
  | 'Timeout'
  | 'Corrupt'
  | 'InvalidPosition'
  | 'Disposed'

/** `ambiguous`: the append may have been written, so retry only with the same ids and revision. */
export class StoreError extends Error {
  readonly code: StoreErrorCode
  readonly retryable: boolean
  readonly ambiguous: boolean
  /** Corrupt has `position`, and `stream`, `revision`, `id` and `type` if available. */
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

export const conflict = (stream: string, expected: Expected, actual: Revision | 'noStream'): StoreError =>
  new StoreError('Conflict', `stream ${stream}: expected revision ${expected}, not ${actual}`, {
    facts: { stream, expected, actual },
  })

export const isStoreError = (error: unknown, code?: StoreErrorCode): error is StoreError =>
  error instanceof StoreError && (code === undefined || error.code === code)

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOrEmpty = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
