import { addDays } from '@app/contracts/calendar.ts'
import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS, VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/shares.ts'
import type { Fact } from './tables.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'

export type VisitorDay = Pick<Fact, 'profile_id' | 'visitor_id' | 'day'>
export type JudgedFact = VisitorDay & Pick<Fact, 'position' | 'event_id' | 'at' | 'kind' | 'reason'>
/** `before`: the reason that it had. */
export type Rejudged<Judged> = Judged & { readonly before: Fact['reason'] }

const visitorKeyOf = ({ profile_id, visitor_id }: Omit<VisitorDay, 'day'>): string =>
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
  const changed: Rejudged<JudgedFact>[] = []
  for (const fact of facts.toSorted(compareFacts)) {
    const key = `${visitorKeyOf(fact)}|${fact.kind}`
    const isRepeat = fact.at - (countedAt.get(key) ?? -Infinity) <= (REPEAT_MS[fact.kind] ?? -1)
    const reason = !open.has(visitorDayKeyOf(fact)) ? fact.reason : isRepeat ? 'repeat' : null
    if (reason === null) countedAt.set(key, fact.at)
    if (reason !== fact.reason) changed.push({ ...fact, reason, before: fact.reason })
  }
  return changed
}

/** The first facts of a visitor's day in the order of the log are judged. */
export function withoutExcess(facts: readonly Fact[], stored: readonly JudgedFact[]): readonly Fact[] {
  const counts = new Map<string, number>()
  const countOf = (key: string): number => counts.set(key, (counts.get(key) ?? 0) + 1).get(key)!
  for (const fact of stored) countOf(visitorDayKeyOf(fact))
  return facts.map((fact) =>
    fact.is_judged && countOf(visitorDayKeyOf(fact)) > VISITOR_FACTS_A_DAY_MAX
      ? { ...fact, is_judged: false, reason: 'excess' }
      : fact,
  )
}

export const keysOf = (days: readonly VisitorDay[]) =>
  (['profile_id', 'visitor_id', 'day'] as const).map((column) => days.map((one) => one[column]))

/** Each day is read along its key, past facts that are not judged. */
const AROUND = `select f.profile_id, f.visitor_id, f.position::text, f.event_id, f.at, f.day::text, f.kind, f.reason
  from unnest($1::uuid[], $2::uuid[], $3::date[]) k (profile_id, visitor_id, day)
  cross join generate_series(-1, 1) after cross join lateral (select * from traffic_facts t
    where t.profile_id = k.profile_id and t.visitor_id = k.visitor_id and t.day = k.day + after and t.is_judged
    order by t.position limit ${VISITOR_FACTS_A_DAY_MAX}) f`

/** Judged facts of three days of each visitor. */
export async function factsAround(
  tx: BuildTransaction,
  days: readonly VisitorDay[],
): Promise<readonly JudgedFact[]> {
  if (days.length === 0) return []
  const rows = await tx.query<JudgedFact>(AROUND, keysOf(days))
  return [...new Map(rows.map((row) => [row.position, { ...row, at: Number(row.at) }])).values()]
}

const CHANGE = `update traffic_facts f set reason = c.reason from json_to_recordset($1)
    c (profile_id uuid, visitor_id uuid, day date, position bigint, reason text, before text)
  where (f.profile_id, f.visitor_id, f.day, f.is_judged, f.position) = (c.profile_id, c.visitor_id, c.day, true, c.position)
  returning to_jsonb(f) || jsonb_build_object('before', c.before) as fact`

export async function changeReasons(
  tx: BuildTransaction,
  changed: readonly Rejudged<JudgedFact>[],
): Promise<readonly Rejudged<Fact>[]> {
  if (changed.length === 0) return []
  const rows = await tx.query<{ readonly fact: Rejudged<Fact> }>(CHANGE, [JSON.stringify(changed)])
  return rows.map(({ fact }) => fact)
}
