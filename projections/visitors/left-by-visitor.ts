import type { JsonObject } from '@app/contracts/event-store.ts'
import type { Device, Network, Referrer, Source, TrafficKind } from '@app/contracts/traffic/kinds.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { VisitorWords } from './read-model.ts'

interface VisitorMoment {
  readonly at: number
  readonly kind: TrafficKind
  readonly network: Network | null
  readonly source: Source
  readonly device: Device
  readonly referrer: Referrer
}

/** As the visitor sent it; `fields` are empty where they open for nobody. */
interface SubmittedForm {
  readonly eventId: string
  readonly at: number
  readonly position: string
  readonly consent: string
  readonly fields: JsonObject
}

export interface LeftByVisitor {
  readonly forms: readonly SubmittedForm[]
  readonly formsTotal: number
  readonly named: JsonObject | null
  readonly isBlocked: boolean
  readonly moments: readonly VisitorMoment[]
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
       'consent', consent, 'words', words)
       order by at desc, position desc), '[]')
     from (select * from read.visitor_forms where key = $3 order by at desc, position desc limit $5) f) as forms,
    coalesce((select forms from read.identified_visitors where key = $3), 0) as "formsTotal",
    (select words from read.identified_visitors where key = $3) as words`

type Row = Omit<LeftByVisitor, 'forms' | 'named' | 'isBlocked'> & {
  readonly forms: readonly (Omit<SubmittedForm, 'fields'> & { readonly words: string | null })[]
  readonly words: string | null
}

/** @param request ids in lower case */
export async function leftByVisitor(
  { db, seals }: SealedRows,
  request: {
    readonly profileId: string
    readonly visitorId: string
    readonly momentsMax: number
    readonly formsMax: number
  },
): Promise<LeftByVisitor> {
  const { profileId, visitorId, momentsMax, formsMax } = request
  const { rows } = await db.query<Row>({
    name: 'left-by-visitor',
    text: LEFT,
    values: [profileId, visitorId, `${profileId}.${visitorId}`, momentsMax, formsMax],
  })
  const { forms, words, ...left } = rows[0]!
  const subject = visitorSubject(profileId, visitorId)
  const sealer = await seals.of([subject])
  const opened = (table: string, text: string | null): JsonObject | undefined =>
    sealer.open({ subject, column: `${table}.words` }, text) as JsonObject | undefined
  const latest = opened('identified_visitors', words) as VisitorWords | undefined
  return {
    ...left,
    forms: forms.map(({ words: text, ...form }) => ({
      ...form,
      fields: opened('visitor_forms', text) ?? {},
    })),
    named: latest?.named?.fields ?? null,
    isBlocked: sealer.isBlocked(subject),
  }
}
