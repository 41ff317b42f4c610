import { STREAM_DOES_NOT_EXIST, type Event } from '@event-driven-io/emmett'
import { getPostgreSQLEventStore, type PostgresEventStore } from '@event-driven-io/emmett-postgresql'
import type { JsonObject } from '@app/contracts/event-store.ts'
import type { ComingEvent } from '../load/fill-log.ts'
import type { BenchContext } from '../part.ts'

export type EmmettEvent = Event<string, JsonObject, { readonly occurredAt: string; readonly version: number }>

export const emmettEventOf = ({ event: { type, data, meta, version } }: ComingEvent): EmmettEvent => ({
  type,
  data,
  metadata: { ...meta, version },
})

/** Opens it as emmett's documentation does. */
export async function openEmmettLog(
  { server, closing }: Pick<BenchContext, 'server' | 'closing'>,
  database: string,
): Promise<{ readonly store: PostgresEventStore; readonly url: string }> {
  const url = await server.database(database)
  const store = getPostgreSQLEventStore(url)
  closing.add(() => store.close())
  await store.schema.migrate()
  return { store, url }
}

export const appendToEmmett = (
  store: PostgresEventStore,
  stream: string,
  events: EmmettEvent[],
): Promise<unknown> => store.appendToStream(stream, events, { expectedStreamVersion: STREAM_DOES_NOT_EXIST })
