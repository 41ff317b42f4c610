import type { EventMeta, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'

/** An event as its row needs it. */
export interface HistoryFact extends Pick<StoredEvent, 'position' | 'id' | 'stream' | 'revision'> {
  readonly atMs: number
  readonly meta: EventMeta
  readonly event: PastEvent
  readonly stored: StoredEvent
}

export const historyFactOf = (stored: StoredEvent): HistoryFact => ({
  position: stored.position,
  id: stored.id,
  stream: stored.stream,
  revision: stored.revision,
  atMs: Date.parse(stored.meta.occurredAt),
  meta: stored.meta,
  event: readEvent(stored),
  stored,
})
