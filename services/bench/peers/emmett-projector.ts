import { SQL } from '@event-driven-io/dumbo'
import { postgreSQLEventStoreConsumer, postgreSQLRawSQLProjection } from '@event-driven-io/emmett-postgresql'
import { withConnection } from '@app/postgres/connection.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { countBy } from '../product/connected.ts'
import type { EmmettEvent } from './emmett-log.ts'

/** As small as a read model of traffic can be: daily counts of each profile, one upsert an event. */

const BATCH_EVENTS = 1_000
/** emmett takes no shorter pause between batches. */
const PULLING_MS = 1

const COLUMNS = { ProfileTapped: [1, 0, 0], LinkClicked: [0, 1, 0], ContactDownloaded: [0, 0, 1] } as const
type Counted = keyof typeof COLUMNS

function upsertOf({ type, data, metadata }: EmmettEvent): SQL {
  const [visits, clicks, downloads] = COLUMNS[type as Counted]
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

/** @param name of the projector: a new name starts at the first event */
export async function projectByEmmett(
  url: string,
  name: string,
): Promise<{ readonly events: number; readonly seconds: number }> {
  await withConnection(url, (client) => client.query(TABLE))
  const consumer = postgreSQLEventStoreConsumer({
    connectionString: url,
    stopWhen: { noMessagesLeft: true },
    pulling: { batchSize: BATCH_EVENTS, pullingFrequencyInMs: PULLING_MS },
  })
  consumer.projector({
    processorId: name,
    projection: postgreSQLRawSQLProjection<EmmettEvent>({
      name,
      canHandle: Object.keys(COLUMNS),
      evolve: upsertOf,
    }),
  })
  try {
    const startedMs = performance.now()
    await consumer.start()
    const seconds = (performance.now() - startedMs) / 1_000
    return { events: await countOf(url), seconds }
  } finally {
    await consumer.close()
  }
}

const countOf = (url: string): Promise<number> =>
  withConnection(url, (client) =>
    countBy(client, 'select coalesce(sum(visits + clicks + downloads), 0) as n from traffic_days'),
  )
