import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'

/** An event as its row needs it. */
export interface HistoryFact extends StoredEvent {
  readonly atMs: number
  readonly event: PastEvent
}

export const historyFactOf = (stored: StoredEvent): HistoryFact => ({
  ...stored,
  atMs: Date.parse(stored.meta.occurredAt),
  event: readEvent(stored),
})
