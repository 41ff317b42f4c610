import type { Position, StoredEvent } from '@app/contracts/event-store.ts'
import type { LogMark } from '@app/event-store/log-mark.ts'

/** An event that the feed knows of and cannot give: its bytes are damaged. */
export interface UnreadableEvent {
  readonly event: Pick<StoredEvent, 'position'> & Partial<Pick<StoredEvent, 'id' | 'type'>>
  readonly subject: string
  readonly error: string
}

/** One page of what concerns a projection; it may hold no event, and still lead on. */
export interface FeedPage {
  readonly events: readonly StoredEvent[]
  readonly unreadable?: UnreadableEvent
  /** Everything up to here was looked at. */
  readonly scannedTo: Position
  /** Nothing more was there. */
  readonly isAtHead: boolean
}

/**
 * Where a projection gets its events from, in the order of the log. The log itself is one (`log-feed.ts`); whatever
 * keeps that order and these positions can be another.
 */
export interface Feed {
  /** The log that the positions belong to. */
  readonly storeId: string
  /** The next page after a position. Reading a position again gives the same events again. */
  next(after: Position, limit: number): Promise<FeedPage>
  headPosition(): Promise<Position>
  /** Whether an event that was read is still there: not so in an older copy, however long that has become. */
  holds(mark: LogMark): Promise<boolean>
  /**
   * Calls back when events may have come. A hint only: a reader looks by itself as well.
   * @returns ends it
   */
  watch(onGrown: () => void): () => void
}
