import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import { keysOf, visitorDayKeyOf, type VisitorDay } from './judge.ts'
import type { SUMS } from './tables.ts'

export const IS_ENGAGED = 'visits > 0 and clicks + downloads > 0'

type Former = 'visit_before' | 'engaged_before'
/** A row of `traffic_visitor_days`. */
export type StoredDay = VisitorDay &
  Record<(typeof SUMS)[number], number> &
  Partial<Record<Former, string | null>>
export type Days = ReadonlyMap<string, StoredDay>

const ofVisitor = (key: string): string =>
  `from traffic_visitor_days d where d.profile_id = ${key}.profile_id and d.visitor_id = ${key}.visitor_id`
const NEAREST = ['visits > 0', IS_ENGAGED].flatMap((isCounted) => [
  `day < visitor.day and ${isCounted} order by day desc`,
  `day > visitor.day and ${isCounted} order by day`,
])
/** Limits leave one plan, also while the table is empty: each read follows the key. Most visitors are new. */
const NEAR = `select to_jsonb(d) as day from unnest($1::uuid[], $2::uuid[], $3::date[]) k (profile_id, visitor_id, day)
  cross join lateral (select k.* ${ofVisitor('k')} limit 1) visitor
  cross join lateral (${['day = visitor.day', ...NEAREST]
    .map((condition) => `(select * ${ofVisitor('visitor')} and ${condition} limit 1)`)
    .join(' union all ')}) d`

/** These days, and of each visitor the nearest ones before and after them with a visit, and with an engagement. */
export async function daysNear(tx: BuildTransaction, touched: readonly VisitorDay[]): Promise<Days> {
  const rows = await tx.query<{ readonly day: StoredDay }>(NEAR, keysOf(touched))
  return new Map(rows.map(({ day }) => [visitorDayKeyOf(day), day]))
}

/** @returns the days with their former ones: a stored one remains, unless it is among these days itself */
export function withFormer(days: Days): readonly StoredDay[] {
  const latest = new Map<string, string>()
  const formerOf = (row: StoredDay, column: Former): string => {
    const visitor = visitorDayKeyOf({ ...row, day: column })
    const [stored, before] = [row[column] ?? '-infinity', latest.get(visitor) ?? '-infinity']
    latest.set(visitor, row.day)
    return stored > before && !days.has(visitorDayKeyOf({ ...row, day: stored })) ? stored : before
  }
  const inOrder = [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  return inOrder.map((row) => {
    const [isVisit, isAct] = [row.visits > 0, row.clicks + row.downloads > 0]
    const visit_before = isVisit ? formerOf(row, 'visit_before') : null
    return { ...row, visit_before, engaged_before: isVisit && isAct ? formerOf(row, 'engaged_before') : null }
  })
}
