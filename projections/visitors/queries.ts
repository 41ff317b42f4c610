import type { JsonObject } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import type { Device, Network, Referrer, Source, TrafficKind } from '@app/contracts/traffic/kinds.ts'
import { createKysely } from '@app/services/platform/postgres/tables/database.ts'
import { openWords, type OpenedWords } from '../lists/list-pages.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { VisitorText, VisitorWords } from './read-model.ts'

/** The form first, then a name that came with a click; no texts of erased and of frozen visitors. */
interface ReadVisitor {
  readonly texts: readonly JsonObject[]
  readonly isBlocked: boolean
}

export interface IdentifiedVisitor extends ReadVisitor {
  readonly clicks: number
  readonly downloaded: boolean
  /** When they last gave their name, in milliseconds since 1970. */
  readonly namedAtMs: number
}

interface Answer {
  readonly visitors: readonly Row[] | null
  readonly total: number
}
/** Subject, words, clicks, downloaded, last named at. */
type Row = readonly [string, string | null, number, boolean, number]

/** Returns one JSON array: parsing 200 rows takes longer than finding them. */
const LISTED = `
  with latest as (select * from read.identified_visitors where profile_id = $1
                  order by last_at desc, visitor_id limit $2)
  select (select count(*)::int from read.identified_visitors where profile_id = $1) as total,
    (select json_agg(json_build_array(v.subject, v.words, coalesce(t.clicks, 0),
       coalesce(t.downloads > 0, false), v.last_at) order by v.last_at desc, v.visitor_id)
     from latest v left join lateral (select sum(d.clicks) as clicks, sum(d.downloads) as downloads
       from read.traffic_visitor_days d
       where d.profile_id = v.profile_id and d.visitor_id = v.visitor_id and d.day between $3 and $4) t on true) as visitors`

/** @param request.days both included, for clicks and downloads; null means all time */
export async function listIdentifiedVisitors(
  { db, seals }: SealedRows,
  request: {
    readonly profileId: string
    readonly limit: number
    readonly days: { readonly from: string; readonly to: string } | null
  },
): Promise<{ readonly visitors: readonly IdentifiedVisitor[]; readonly total: number }> {
  const { profileId, limit, days } = request
  const { rows } = await db.query<Answer>({
    name: 'visitors-listed',
    text: LISTED,
    values: [profileId, limit, days?.from ?? '-infinity', days?.to ?? 'infinity'],
  })
  const { visitors, total } = rows[0]!
  const listed = visitors ?? []
  const opened = await wordsOf(
    seals,
    listed.map(([subject, words]) => ({ subject, words })),
  )
  return {
    total,
    visitors: listed.map(([, , clicks, downloaded, namedAtMs], nth) => ({
      ...readVisitor(opened[nth]!),
      clicks,
      downloaded,
      namedAtMs,
    })),
  }
}

const wordsOf = (seals: SealedRows['seals'], rows: Parameters<typeof openWords>[2]) =>
  openWords<VisitorWords>(seals, 'identified_visitors', rows)

const readVisitor = ({ words, isBlocked }: OpenedWords<VisitorWords>): ReadVisitor => ({
  texts: [words?.identified, words?.named].flatMap((text) => (text ? [text.fields] : [])),
  isBlocked,
})

export type PagedVisitor = Awaited<ReturnType<typeof pageOfVisitors>>[number]

export async function pageOfVisitors(
  { db, seals }: SealedRows,
  request: { readonly profileId: string; readonly after: string | undefined; readonly limit: number },
) {
  const { profileId, after = '', limit } = request
  const rows = await createKysely(db)
    .selectFrom('read.identified_visitors as v')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('read.traffic_visitor_days as d')
          .whereRef('d.profile_id', '=', 'v.profile_id')
          .whereRef('d.visitor_id', '=', 'v.visitor_id')
          .select(({ fn }) => [
            fn.sum<string | null>('d.clicks').as('clicks'),
            fn.sum<string | null>('d.downloads').as('downloads'),
          ])
          .as('t'),
      (join) => join.onTrue(),
    )
    .select(['v.visitor_id', 'v.subject', 'v.words', 'v.last_at', 't.clicks', 't.downloads'])
    .where('v.key', '>', `${profileId}.${after}`)
    // The sign after the dot.
    .where('v.key', '<', `${profileId}/`)
    .orderBy('v.key')
    .limit(limit)
    .execute()
  const opened = await wordsOf(seals, rows)
  return rows.map(({ visitor_id, last_at, clicks, downloads }, nth) => ({
    visitorId: visitor_id,
    ...readVisitor(opened[nth]!),
    clicks: Number(clicks ?? 0),
    downloads: Number(downloads ?? 0),
    lastAtMs: Number(last_at),
  }))
}

export async function newestNamedVisitors(
  { db, seals }: SealedRows,
  { profileId, limit }: { readonly profileId: string; readonly limit: number },
): Promise<readonly { readonly subject: string; readonly text: VisitorText }[]> {
  const rows = await createKysely(db)
    .selectFrom('read.identified_visitors')
    .select(['subject', 'words'])
    .where('profile_id', '=', profileId)
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute()
  const opened = await wordsOf(seals, rows)
  return rows.flatMap(({ subject }, nth) => {
    const text = opened[nth]!.words?.identified ?? opened[nth]!.words?.named
    return text ? [{ subject, text }] : []
  })
}

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

type LeftRow = Omit<LeftByVisitor, 'forms' | 'named' | 'isBlocked'> & {
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
  const { rows } = await db.query<LeftRow>({
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
