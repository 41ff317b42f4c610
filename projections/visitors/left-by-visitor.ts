import type { JsonObject } from '@app/contracts/event-store.ts'
import type { Device, Network, Referrer, Source, TrafficKind } from '@app/contracts/traffic/traffic-kinds.ts'
import type { ReadDb } from '../read-db.ts'

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
  readonly momentsTotal: number
}

/** Facts read to find the newest since an erasure: one visitor may have left very many before it. */
const LOOKED_AT_MAX = 5_000

/** Each condition has an index in the order of time. */
const newestFacts = (condition: string): string =>
  `(select at, kind, network, source, device, referrer, position from read.traffic_facts
      where profile_id = $1 and visitor_id = $2 and ${condition} order by at desc limit ${LOOKED_AT_MAX})`

/** One statement, so that all is of one snapshot. */
const LEFT = `
  with facts as materialized (
    select * from (${newestFacts('ground is null')} union all ${newestFacts('ground is not null')}
      order by at desc limit ${LOOKED_AT_MAX}) f
    where position > coalesce((select position from read.visitor_erasures where key = $3), -1)
    order by at desc, position desc limit $4)
  select
    (select coalesce(json_agg(json_build_object('at', at, 'kind', kind, 'network', network, 'source', source,
       'device', device, 'referrer', referrer) order by at desc, position desc), '[]')
     from facts) as moments,
    (select coalesce(sum(moments), 0)::int from read.traffic_visitor_days
     where profile_id = $1 and visitor_id = $2) as "momentsTotal",
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
