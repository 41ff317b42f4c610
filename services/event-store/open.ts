import type { EventStore } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { openPostgresEventStore } from './postgres/postgres-store.ts'

export type EventLogPlace =
  | { readonly kind: 'postgres'; readonly connection: pg.ClientConfig }
  | { readonly kind: 'eventstoredb'; readonly url: string }

export interface EventLogDeps {
  readonly now: () => Date
  readonly newId: () => string
  /** 0 to 1: jitter of retries. */
  readonly random: () => number
}

/** @throws StoreError of the adapter, mostly Unavailable */
export async function openEventLog(place: EventLogPlace, deps: EventLogDeps): Promise<EventStore> {
  if (place.kind === 'postgres') return openPostgresEventStore({ connection: place.connection, ...deps })
  // Loaded on demand: its client takes 250 ms to load.
  const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-store.ts')
  return openEventStoreDb({ url: place.url, ...deps })
}
