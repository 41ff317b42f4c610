import type pg from 'pg'
import type { EventStore } from '@app/contracts/event-store.ts'
import { openPostgresEventStore } from './postgres/postgres-store.ts'

export type EventLogLocation =
  | { readonly kind: 'postgres'; readonly connection: pg.ClientConfig }
  | { readonly kind: 'eventstoredb'; readonly url: string }

/** @throws StoreError of the adapter, mostly Unavailable */
export async function openEventLog(
  location: EventLogLocation,
  deps: { readonly now: () => Date; readonly newId: () => string },
): Promise<EventStore> {
  if (location.kind === 'postgres')
    return openPostgresEventStore({ connection: location.connection, ...deps })
  // Loaded on demand: its client takes 250 ms to load.
  const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-store.ts')
  return openEventStoreDb({ url: location.url, ...deps })
}
