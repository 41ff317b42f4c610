import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import type { JudgedFact } from '../fact.ts'
import { dayObject } from './loaded-state.ts'
import { itemsOf, selectList } from '../table.ts'
import { FACTS } from '../tables.ts'
import type { VisitorDay, VisitorKey } from './visitor-day-repeats.ts'

export interface DayOfVisitor extends VisitorKey {
  readonly day: string
}

const DAYS = `select k.profile_id || '|' || k.visitor_id as key, ${dayObject('v')} as stored
  from unnest($1::uuid[], $2::uuid[], $3::date[]) k(profile_id, visitor_id, day)
  join traffic_visitor_days v on v.profile_id = k.profile_id and v.visitor_id = k.visitor_id and v.day >= coalesce(
    (select max(e.day) from traffic_visitor_days e
     where e.profile_id = k.profile_id and e.visitor_id = k.visitor_id and e.day < k.day), k.day)
  order by v.day`

/** Days from a day on, and the last one before it, of each visitor, in order: at most as many as the log has days. */
export async function loadDays(
  tx: BuildTransaction,
  from: readonly DayOfVisitor[],
): Promise<ReadonlyMap<string, readonly VisitorDay[]>> {
  const rows = await tx.query<{ key: string; stored: VisitorDay }>(DAYS, [
    from.map(({ profileId }) => profileId),
    from.map(({ visitorId }) => visitorId),
    from.map(({ day }) => day),
  ])
  const days = new Map<string, VisitorDay[]>()
  for (const { key, stored } of rows) {
    const known = days.get(key)
    if (known === undefined) days.set(key, [stored])
    else known.push(stored)
  }
  return days
}

const FACTS_OF_DAY = `select ${selectList(FACTS.columns, 't')} from traffic_facts t
  where t.profile_id = $1 and t.visitor_id = $2 and t.at >= $3 and t.at < $4 and t.ground is null order by t.at`

/** The judged facts of a day. */
export async function loadFacts(
  tx: BuildTransaction,
  { profileId, visitorId, day }: DayOfVisitor,
): Promise<readonly JudgedFact[]> {
  const span = [startOfDayMs(day), startOfDayMs(addDays(day, 1))]
  const rows = await tx.query<Record<string, unknown>>(FACTS_OF_DAY, [profileId, visitorId, ...span])
  return itemsOf<JudgedFact>(FACTS, rows)
}
