import { SQL } from '@event-driven-io/dumbo'
import { STREAM_DOES_NOT_EXIST, type Event } from '@event-driven-io/emmett'
import {
  getPostgreSQLEventStore,
  postgreSQLEventStoreConsumer,
  postgreSQLRawSQLProjection,
  type PostgresEventStore,
} from '@event-driven-io/emmett-postgresql'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import type { Context } from '../frame.ts'
import type { ComingEvent } from '../load/in-flight.ts'

type EmmettEvent = Event<string, JsonObject, { readonly occurredAt: string; readonly version: number }>

export const emmettEventOf = ({ event: { type, data, meta, version } }: ComingEvent): EmmettEvent => ({
  type,
  data,
  metadata: { ...meta, version },
})

export async function openEmmett(
  { onClose }: Pick<Context, 'onClose'>,
  url: string,
): Promise<PostgresEventStore> {
  const store = getPostgreSQLEventStore(url)
  onClose(() => store.close())
  await store.schema.migrate()
  return store
}

export const appendToEmmett = (
  store: PostgresEventStore,
  stream: string,
  events: EmmettEvent[],
): Promise<unknown> => store.appendToStream(stream, events, { expectedStreamVersion: STREAM_DOES_NOT_EXIST })

const BATCH_EVENTS = 1_000
/** emmett takes no shorter pause between batches. */
const PULLING_MS = 1

const COLUMNS = { ProfileTapped: [1, 0, 0], LinkClicked: [0, 1, 0], ContactDownloaded: [0, 0, 1] } as const

/** As small as a read model of traffic can be: daily counts of each profile, one upsert an event. */
function upsertOf({ type, data, metadata }: EmmettEvent): SQL {
  const [visits, clicks, downloads] = COLUMNS[type as keyof typeof COLUMNS]
  const day = dayInSantiago(Date.parse(metadata.occurredAt))
  return SQL`insert into traffic_days as d (profile_id, day, visits, clicks, downloads)
    values (${data.profileId}, ${day}, ${visits}, ${clicks}, ${downloads})
    on conflict (profile_id, day) do update set visits = d.visits + excluded.visits,
      clicks = d.clicks + excluded.clicks, downloads = d.downloads + excluded.downloads`
}

const TABLE = `drop table if exists traffic_days;
  create table traffic_days (
    profile_id uuid not null, day date not null, visits bigint not null, clicks bigint not null,
    downloads bigint not null, primary key (profile_id, day)
  ) with (fillfactor = 80)`
const COUNT = 'select coalesce(sum(visits + clicks + downloads), 0) as n from traffic_days'

/** @param name of the projector: a new name starts at the first event */
export async function projectByEmmett(url: string, name: string) {
  await withConnection(url, (client) => client.query(TABLE))
  const consumer = postgreSQLEventStoreConsumer({
    connectionString: url,
    stopWhen: { noMessagesLeft: true },
    pulling: { batchSize: BATCH_EVENTS, pullingFrequencyInMs: PULLING_MS },
  })
  const canHandle = Object.keys(COLUMNS)
  const projection = postgreSQLRawSQLProjection<EmmettEvent>({ name, canHandle, evolve: upsertOf })
  consumer.projector({ processorId: name, projection })
  try {
    const startedMs = performance.now()
    await consumer.start()
    const seconds = (performance.now() - startedMs) / 1_000
    const { rows } = await withConnection(url, (client) => client.query<{ n: string }>(COUNT))
    return { events: Number(rows[0]!.n), seconds }
  } finally {
    await consumer.close()
  }
}
