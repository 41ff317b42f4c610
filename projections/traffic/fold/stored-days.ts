import { addDays, dayInSantiago, startOfDayMs } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import type { Fact, JudgedFact } from '../fact.ts'
import { dayObject } from './loaded-state.ts'
import { itemsOf, selectList } from '../table.ts'
import { FACTS } from '../tables.ts'
import { visitorKeyOf, type VisitorDay, type VisitorKey } from './visitor-day-repeats.ts'

/** A visitor's stored days in order. Reads a page at a time, because a visitor may have thousands. */
export interface DayCursor {
  peek(): Promise<VisitorDay | undefined>
  skip(): void
}

const DAYS_A_PAGE = 16

const FIRST_DAYS = `select k.profile_id || '|' || k.visitor_id as key, d.stored
  from unnest($1::uuid[], $2::uuid[], $3::date[]) k(profile_id, visitor_id, day)
  cross join lateral (select ${dayObject('v')} as stored from traffic_visitor_days v
    where v.profile_id = k.profile_id and v.visitor_id = k.visitor_id and v.day >= coalesce(
      (select max(e.day) from traffic_visitor_days e
       where e.profile_id = k.profile_id and e.visitor_id = k.visitor_id and e.day < k.day), k.day)
    order by v.day limit ${DAYS_A_PAGE}) d`

const NEXT_DAYS = `select ${dayObject('v')} as stored from traffic_visitor_days v
  where profile_id = $1 and visitor_id = $2 and day > $3 order by day limit ${DAYS_A_PAGE}`

/** Days from a day on, and the last one before it, of each visitor; their first pages are read together. */
export async function openDays(
  tx: BuildTransaction,
  from: readonly (VisitorKey & { readonly day: string })[],
): Promise<{
  readonly firstPages: ReadonlyMap<string, readonly VisitorDay[]>
  cursorOf(key: VisitorKey): DayCursor
}> {
  const rows = await tx.query<{ key: string; stored: VisitorDay }>(FIRST_DAYS, [
    from.map(({ profileId }) => profileId),
    from.map(({ visitorId }) => visitorId),
    from.map(({ day }) => day),
  ])
  const firstPages = new Map<string, VisitorDay[]>()
  for (const { key, stored } of rows) {
    const page = firstPages.get(key)
    if (page === undefined) firstPages.set(key, [stored])
    else page.push(stored)
  }
  for (const page of firstPages.values()) page.sort((a, b) => (a.day < b.day ? -1 : 1))
  return { firstPages, cursorOf: (key) => dayCursor(tx, key, firstPages.get(visitorKeyOf(key)) ?? []) }
}

function dayCursor(
  tx: BuildTransaction,
  { profileId, visitorId }: VisitorKey,
  firstPage: readonly VisitorDay[],
): DayCursor {
  let page = firstPage
  let next = 0
  return {
    peek: async () => {
      const last = page.at(-1)
      if (next >= page.length && last !== undefined && page.length === DAYS_A_PAGE) {
        const rows = await tx.query<{ stored: VisitorDay }>(NEXT_DAYS, [profileId, visitorId, last.day])
        page = rows.map(({ stored }) => stored)
        next = 0
      }
      return page[next]
    },
    skip: () => {
      next += 1
    },
  }
}

export interface DayOfVisitor extends VisitorKey {
  readonly day: string
  /** How many facts are stored. */
  readonly judged: number
}

const dayKeyOf = ({ day, ...key }: VisitorKey & { readonly day: string }): string =>
  `${visitorKeyOf(key)}|${day}`

/** `offset 0` keeps the join as it is written: a plan for any number of days would read the whole table. */
const FACTS_OF_DAYS = `select ${selectList(FACTS.columns, 'f')}
  from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) k(profile_id, visitor_id, from_at, before_at)
  cross join lateral (select * from traffic_facts t where t.profile_id = k.profile_id and t.visitor_id = k.visitor_id
    and t.at >= k.from_at and t.at < k.before_at and t.ground is null order by t.at offset 0) f`

async function loadFacts(
  tx: BuildTransaction,
  days: readonly (VisitorKey & { readonly day: string })[],
): Promise<Map<string, JudgedFact[]>> {
  const rows = await tx.query<Record<string, unknown>>(FACTS_OF_DAYS, [
    days.map(({ profileId }) => profileId),
    days.map(({ visitorId }) => visitorId),
    days.map(({ day }) => startOfDayMs(day)),
    days.map(({ day }) => startOfDayMs(addDays(day, 1))),
  ])
  const byDay = new Map<string, JudgedFact[]>(days.map((day) => [dayKeyOf(day), []]))
  const dayAt = (fact: Fact): string => dayKeyOf({ ...fact, day: dayInSantiago(fact.at) })
  for (const fact of itemsOf<JudgedFact>(FACTS, rows)) byDay.get(dayAt(fact))!.push(fact)
  return byDay
}

/** Facts in memory at once, beside one day's. */
const FACTS_AHEAD_MAX = 20_000

export type FactsOfDay = (day: VisitorKey & { readonly day: string }) => Promise<readonly JudgedFact[]>

/**
 * Reads the judged facts of one visitor and day at a time.
 * @param planned days that will be requested, in this order: they are read together, up to a limit
 */
export function openFacts(tx: BuildTransaction, planned: readonly DayOfVisitor[]): FactsOfDay {
  const placeOf = new Map(planned.map((day, index) => [dayKeyOf(day), index]))
  let ahead = new Map<string, JudgedFact[]>()

  function windowFrom(first: number): readonly DayOfVisitor[] {
    let facts = planned[first]!.judged
    let end = first + 1
    while (end < planned.length && facts + planned[end]!.judged <= FACTS_AHEAD_MAX) {
      facts += planned[end]!.judged
      end += 1
    }
    return planned.slice(first, end)
  }

  return async (asked) => {
    const key = dayKeyOf(asked)
    const place = placeOf.get(key)
    if (place === undefined) return (await loadFacts(tx, [asked])).get(key)!
    if (!ahead.has(key)) ahead = await loadFacts(tx, windowFrom(place))
    const facts = ahead.get(key)!
    ahead.delete(key)
    return facts
  }
}
