import type { JsonObject } from '@app/contracts/event-store.ts'
import type { Device, Network, Referrer, Source, TrafficKind } from '@app/contracts/traffic/traffic-kinds.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { ReadDb } from '../read-db.ts'
import type { SealedVisitorText } from './queries.ts'

/** What one visitor did on one profile. */
interface VisitorMoment {
  readonly at: number
  readonly kind: TrafficKind
  readonly network: Network | null
  readonly source: Source
  readonly device: Device
  readonly referrer: Referrer
}

/** As the visitor sent it; `fields` are encrypted with the visitor's key. */
export interface SubmittedForm {
  readonly eventId: string
  readonly at: number
  /** Number of the event. */
  readonly position: string
  readonly consent: string
  readonly fields: JsonObject
}

/** The newest first, since the visitor was erased for the last time. */
export interface LeftByVisitor {
  readonly forms: readonly SubmittedForm[]
  readonly formsTotal: number
  /** A name that came with a click or a download. */
  readonly named: Pick<SubmittedForm, 'eventId' | 'at' | 'fields'> | null
  readonly moments: readonly VisitorMoment[]
  /** At most the facts that are looked at. */
  readonly momentsTotal: number
}

/** The newest, by their days: one visitor may have left very many. */
const LOOKED_AT_MAX = 5_000

/** One statement, so that all is of one snapshot. */
const LEFT = `
  with left_facts as materialized (
    select at, kind, network, source, device, referrer, position from (
      select * from read.traffic_facts where profile_id = $1 and visitor_id = $2
      order by day desc, is_judged desc, position desc limit ${LOOKED_AT_MAX}) f
    where position > coalesce((select position from read.visitor_erasures where key = $3), -1)
  ), facts as (select * from left_facts order by at desc, position desc limit $4)
  select
    (select coalesce(json_agg(json_build_object('at', at, 'kind', kind, 'network', network, 'source', source,
       'device', device, 'referrer', referrer) order by at desc, position desc), '[]')
     from facts) as moments,
    (select count(*)::int from left_facts) as "momentsTotal",
    (select coalesce(json_agg(json_build_object('eventId', event_id, 'at', at, 'position', position::text,
       'consent', consent, 'fields', fields)
       order by at desc, position desc), '[]')
     from (select * from read.visitor_forms where key = $3 order by at desc, position desc limit $5) f) as forms,
    coalesce((select forms from read.identified_visitors where key = $3), 0) as "formsTotal",
    (select named from read.identified_visitors where key = $3) as named`

/** @param asked ids in lower case */
export async function leftByVisitor(
  db: ReadDb,
  asked: {
    readonly profileId: string
    readonly visitorId: string
    readonly momentsMax: number
    readonly formsMax: number
  },
): Promise<LeftByVisitor> {
  const { profileId, visitorId, momentsMax, formsMax } = asked
  const { rows } = await db.query<LeftByVisitor>({
    name: 'left-by-visitor',
    text: LEFT,
    values: [profileId, visitorId, `${profileId}.${visitorId}`, momentsMax, formsMax],
  })
  return rows[0]!
}

/** The form of one visitor on a card, if they sent one. */
export async function findVisitorForm(
  db: ReadDb,
  { profileId, visitorId }: { readonly profileId: string; readonly visitorId: string },
): Promise<SealedVisitorText | undefined> {
  const row = await createKysely(db)
    .selectFrom('read.identified_visitors')
    .select('identified')
    .where('key', '=', `${profileId}.${visitorId}`)
    .executeTakeFirst()
  return row?.identified ?? undefined
}
