import { addDays } from '@app/contracts/calendar.ts'
import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS, VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/shares.ts'
import type { Fact } from './tables.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'

export type VisitorDay = Pick<Fact, 'profile_id' | 'visitor_id' | 'day'>
export type JudgedFact = VisitorDay & Pick<Fact, 'position' | 'event_id' | 'at' | 'kind' | 'reason'>

export const visitorKeyOf = ({ profile_id, visitor_id }: Omit<VisitorDay, 'day'>): string =>
  `${profile_id}|${visitor_id}`
export const visitorDayKeyOf = (key: VisitorDay): string => `${visitorKeyOf(key)}|${key.day}`

const REPEAT_MS: Readonly<Record<string, number>> = { tap: REPEAT_TAP_MS, download: REPEAT_DOWNLOAD_MS }

/** Facts of one instant have an order that does not depend on their arrival. */
const keyOf = ({ event_id, kind }: JudgedFact): string => `${event_id}/${kind}`
const compareFacts = (a: JudgedFact, b: JudgedFact): number => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : 1)

/**
 * Judges days of visitors from all their facts, and the days after them, into which repeats may reach: on time, late and
 * rebuilt alike. Facts of other days keep their reason, and only say which facts repeat them.
 * @param facts of these days, of the days before and of the days after
 * @returns those that have another reason than before
 */
export function judge(days: readonly VisitorDay[], facts: readonly JudgedFact[]) {
  const open = new Set(
    days.flatMap((key) => [key.day, addDays(key.day, 1)].map((day) => visitorDayKeyOf({ ...key, day }))),
  )
  const countedAt = new Map<string, number>()
  const changed: (JudgedFact & { readonly before: Fact['reason'] })[] = []
  for (const fact of facts.toSorted(compareFacts)) {
    const key = `${visitorKeyOf(fact)}|${fact.kind}`
    const isRepeat = fact.at - (countedAt.get(key) ?? -Infinity) <= (REPEAT_MS[fact.kind] ?? -1)
    const reason = !open.has(visitorDayKeyOf(fact)) ? fact.reason : isRepeat ? 'repeat' : null
    if (reason === null) countedAt.set(key, fact.at)
    if (reason !== fact.reason) changed.push({ ...fact, reason, before: fact.reason })
  }
  return changed
}

export const KEYS = 'unnest($1::uuid[], $2::uuid[], $3::date[]) k (profile_id, visitor_id, day)'
const FIRST = `t.profile_id = k.profile_id and t.visitor_id = k.visitor_id and t.is_judged`

/** Each day is read along its key, past facts that are not judged. */
const AROUND = `select f.profile_id, f.visitor_id, f.position::text, f.event_id, f.at, f.day::text, f.kind, f.reason
  from ${KEYS} cross join generate_series(-1, 1) after
  cross join lateral (select * from traffic_facts t where ${FIRST} and t.day = k.day + after
    order by t.position limit ${VISITOR_FACTS_A_DAY_MAX}) f`

/** The first facts of a day in the order of the log are judged. */
const EXCEED = `update traffic_facts f set is_judged = false, reason = 'excess'
  from ${KEYS} cross join lateral (select t.position, t.reason from traffic_facts t where ${FIRST} and t.day = k.day
    order by t.position offset ${VISITOR_FACTS_A_DAY_MAX}) e
  where (f.profile_id, f.visitor_id, f.day, f.is_judged, f.position) = (k.profile_id, k.visitor_id, k.day, true, e.position)
  returning to_jsonb(f) as fact, e.reason as before`

const CHANGE = `update traffic_facts f set reason = c.reason from json_to_recordset($1)
    c (profile_id uuid, visitor_id uuid, day date, position bigint, reason text, before text)
  where (f.profile_id, f.visitor_id, f.day, f.is_judged, f.position) = (c.profile_id, c.visitor_id, c.day, true, c.position)
  returning to_jsonb(f) as fact, c.before`

/** A fact with its new reason, and the one that it had. */
export interface Rejudged {
  readonly fact: Fact
  readonly before: Fact['reason']
}

/** The arrays of which a statement makes keys. */
export const columnsOf = (days: readonly VisitorDay[]): readonly (readonly string[])[] =>
  (['profile_id', 'visitor_id', 'day'] as const).map((column) => days.map((one) => one[column]))

/** Judges days of visitors whose facts are stored. @returns the facts that have another reason now */
export async function judgeDays(
  tx: BuildTransaction,
  days: readonly VisitorDay[],
): Promise<readonly Rejudged[]> {
  if (days.length === 0) return []
  const values = columnsOf(days)
  const rows = await tx.query<JudgedFact>(AROUND, values)
  const exceeding = rows.length < VISITOR_FACTS_A_DAY_MAX ? [] : await tx.query<Rejudged>(EXCEED, values)
  const facts = new Map(rows.map((row) => [row.position, { ...row, at: Number(row.at) }]))
  const changed = judge(days, [...facts.values()])
  if (changed.length === 0) return exceeding
  return [...exceeding, ...(await tx.query<Rejudged>(CHANGE, [JSON.stringify(changed)]))]
}

/** Days whose facts may not all count: repeated, too many, or right after midnight, which clocks may show as one. */
const SUSPECTS = `declare suspects no scroll cursor for
  select profile_id, visitor_id, day::text from traffic_facts where is_judged group by profile_id, visitor_id, day
  having count(*) filter (where kind = 'tap') > 1 or count(*) filter (where kind = 'download') > 1
    or count(*) > ${VISITOR_FACTS_A_DAY_MAX} or bool_or(hour <= 1 and at % 3600000 <= 60000)
  order by profile_id, visitor_id, traffic_facts.day`

/** A page has at most a thousand facts for each of three days. */
const NEXT = 'fetch 100 from suspects'

export async function judgeAll(tx: BuildTransaction): Promise<void> {
  await tx.query(SUSPECTS)
  for (let days = await tx.query<VisitorDay>(NEXT); days.length > 0; days = await tx.query<VisitorDay>(NEXT))
    await judgeDays(tx, days)
  await tx.query('close suspects')
}
