import type { Position, Revision, StoredEvent } from '@app/contracts/event-store.ts'
import type { LogMark } from '@app/event-store/log-mark.ts'

/** An event that the feed cannot read: its bytes are damaged. */
export interface UnreadableEvent {
  readonly event: Pick<StoredEvent, 'position'> &
    Partial<Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision'>>
  readonly subject: string
  readonly error: string
}

/** One page of a projection's events; it may be empty, and still advance. */
export interface FeedPage {
  readonly events: readonly StoredEvent[]
  readonly unreadable?: UnreadableEvent
  /** Everything up to here was scanned. */
  readonly scannedTo: Position
  /** Nothing more was there. */
  readonly isAtHead: boolean
}

/**
 * Source of a projection's events, in the order of the log. The log itself is one (`log-feed.ts`); another source that
 * keeps that order and these positions would do.
 */
export interface Feed {
  /** The log that the positions belong to. */
  readonly storeId: string
  /** The next page after a position. Reading a position again gives the same events again. */
  next(after: Position, limit: number): Promise<FeedPage>
  /** One event by its key, of any type. @throws StoreError Corrupt, StreamClosed */
  eventAt(stream: string, revision: Revision): Promise<StoredEvent | undefined>
  headPosition(): Promise<Position>
  /** Whether an event that was read still exists: an older copy lacks it, however long that has become. */
  holds(mark: LogMark): Promise<boolean>
  /**
   * Calls back when there may be new events. A hint only: a reader also polls.
   * @returns ends it
   */
  watch(onGrown: () => void): () => void
}
