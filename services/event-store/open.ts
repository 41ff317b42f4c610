import type { EventStore } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { openPostgresEventStore } from './postgres/postgres-store.ts'

/** Where the event log is kept. */
export type EventLogPlace =
  | { readonly kind: 'postgres'; readonly connection: pg.ClientConfig }
  | { readonly kind: 'eventstoredb'; readonly url: string }

export interface EventLogDeps {
  readonly now: () => Date
  readonly newId: () => string
  /** 0 to 1: jitter of retries. */
  readonly random: () => number
}

/** Opens the event log wherever it is kept. @throws StoreError as the adapters do, Unavailable above all */
export async function openEventLog(place: EventLogPlace, deps: EventLogDeps): Promise<EventStore> {
  if (place.kind === 'postgres') return openPostgresEventStore({ connection: place.connection, ...deps })
  // Imported only here: its client takes a quarter of a second to load, which whoever does not use it need not wait.
  const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-store.ts')
  return openEventStoreDb({ url: place.url, ...deps })
}
