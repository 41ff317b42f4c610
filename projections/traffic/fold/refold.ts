import { dayInSantiago, startOfDayMs } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import type { Fact, JudgedFact } from '../fact.ts'
import { tallyFirsts, addJudged, foldFact, type FactFolding } from './judge-fact.ts'
import { loadDays, loadFacts, type DayOfVisitor } from './stored-days.ts'
import {
  beginDay,
  carriesTheSame,
  compareFacts,
  storedDayOf,
  hasSameRepeats,
  isJudged,
  isLate,
  repeatsUntil,
  visitorKeyOf,
  type VisitorDay,
  type VisitorKey,
} from './visitor-day-repeats.ts'

export interface LateVisitor extends VisitorKey {
  /** In order. */
  readonly facts: readonly Fact[]
}

/** Pending writes. Flushed whenever they get large. */
export interface Changes {
  readonly inserted: JudgedFact[]
  readonly rejudged: JudgedFact[]
  /** Stored facts that earlier ones moved beyond their day's limit. */
  readonly displaced: JudgedFact[]
  readonly days: (VisitorKey & VisitorDay)[]
}

export interface Refolding extends FactFolding {
  readonly changes: Changes
  /** Facts of an erased visitor are not among their moments. */
  readonly isForgotten: (fact: Fact) => boolean
  /** After each day, because one visitor may change very many rows. */
  readonly flush: () => Promise<void>
}

/** Visitors whose days are in memory at once. */
const VISITORS_AT_ONCE = 100

/**
 * Folds the days of late facts again, and the affected parts of later days. The facts of a later
 * day are read only if a repeat can reach over midnight. All other days stay as they are.
 */
export async function refoldVisitors(
  tx: BuildTransaction,
  visitors: readonly LateVisitor[],
  refolding: Refolding,
): Promise<void> {
  // A query a day: meanwhile the process answers requests.
  const factsOf: Stored['factsOf'] = (day) => loadFacts(tx, day)
  for (let first = 0; first < visitors.length; first += VISITORS_AT_ONCE) {
    const plans = visitors.slice(first, first + VISITORS_AT_ONCE).map(planOf)
    const stored = await loadDays(
      tx,
      plans.map(({ visitor, days }) => ({ ...visitor, day: days[0]! })),
    )
    for (const plan of plans) {
      const days = stored.get(visitorKeyOf(plan.visitor)) ?? []
      await refoldVisitor(plan, { days, factsOf }, refolding)
    }
  }
}

interface Plan {
  readonly visitor: LateVisitor
  readonly fresh: ReadonlyMap<string, readonly Fact[]>
  /** Days with fresh facts, in order. */
  readonly days: readonly string[]
}

function planOf(visitor: LateVisitor): Plan {
  const fresh = new Map<string, Fact[]>()
  for (const fact of visitor.facts) {
    const day = dayInSantiago(fact.at)
    const facts = fresh.get(day)
    if (facts === undefined) fresh.set(day, [fact])
    else facts.push(fact)
  }
  return { visitor, fresh, days: [...fresh.keys()].sort() }
}

interface Stored {
  /** In order. */
  readonly days: readonly VisitorDay[]
  readonly factsOf: (day: DayOfVisitor) => Promise<readonly JudgedFact[]>
}

async function refoldVisitor(plan: Plan, stored: Stored, refolding: Refolding): Promise<void> {
  const { visitor, fresh, days: planned } = plan
  /** The last day as it was stored, and as it is now. */
  let before: VisitorDay | undefined
  let now: VisitorDay | undefined
  let [next, nextRow] = [0, 0]
  for (;;) {
    const row = stored.days[nextRow]
    const wanted = planned[next]
    if (wanted === undefined && (row === undefined || carriesTheSame(before, now))) return
    const isRowNext = row !== undefined && (wanted === undefined || row.day <= wanted)
    const day = isRowNext ? row.day : wanted!
    if (day === wanted) next += 1
    if (isRowNext) nextRow += 1
    const daily: Day = {
      key: { profileId: visitor.profileId, visitorId: visitor.visitorId },
      day,
      row: isRowNext ? row : undefined,
      fresh: fresh.get(day) ?? [],
      before,
      now,
    }
    const facts = await neededFacts(daily, stored.factsOf, refolding.judgedMax)
    before = daily.row ?? before
    now = refoldDay(daily, facts, refolding)
    await refolding.flush()
  }
}

interface Day {
  readonly key: VisitorKey
  readonly day: string
  readonly row: VisitorDay | undefined
  readonly fresh: readonly Fact[]
  readonly before: VisitorDay | undefined
  readonly now: VisitorDay | undefined
}

/** The day's stored facts, if their reasons may change; undefined if they stay, as when all fresh ones are excess. */
async function neededFacts(
  { key, day, row, fresh, before, now }: Day,
  factsOf: Stored['factsOf'],
  judgedMax: number,
): Promise<readonly JudgedFact[] | undefined> {
  if (row === undefined || row.judged === 0) return undefined
  const reachesIn = (earlier: VisitorDay | undefined): boolean =>
    earlier !== undefined && repeatsUntil(earlier) >= startOfDayMs(day)
  const areRepeatsMoved = !hasSameRepeats(before, now) && (reachesIn(before) || reachesIn(now))
  const isFull = row.judged >= judgedMax
  const hasMoved = fresh.some((fact) => isJudged(fact) && (!isFull || isLate(row, fact)))
  return areRepeatsMoved || hasMoved ? factsOf({ ...key, day }) : undefined
}

function refoldDay(daily: Day, facts: readonly JudgedFact[] | undefined, refolding: Refolding): VisitorDay {
  const { key, day, row, fresh, before, now } = daily
  const { tally, changes, isForgotten } = refolding
  if (row !== undefined && fresh.length === 0 && facts === undefined && carriesTheSame(before, now))
    return row
  if (row !== undefined) tallyFirsts(key.profileId, { before, after: row }, tally, -1)
  const kept = row !== undefined && facts === undefined ? rebased(row, before, now) : beginDay(day, now)
  if (row !== undefined && facts === undefined)
    tallyFirsts(key.profileId, { before: now, after: kept }, tally, 1)
  for (const fact of facts ?? []) addJudged(fact, tally, -1)
  const folded = foldDay(kept, [...(facts ?? []), ...fresh].sort(compareFacts), refolding)
  const moments = (row?.moments ?? 0) + fresh.filter((fact) => !isForgotten(fact)).length
  const state = { ...folded, moments }
  changes.days.push(storedDayOf(key, state))
  return state
}

/** The row, with its values from earlier days as they are now. */
function rebased(row: VisitorDay, before: VisitorDay | undefined, now: VisitorDay | undefined): VisitorDay {
  const carried = <K extends 'tapAt' | 'downloadAt' | 'visitDay' | 'engagedDay'>(name: K) =>
    row[name] === (before?.[name] ?? null) ? (now?.[name] ?? null) : row[name]
  return {
    ...row,
    tapAt: carried('tapAt'),
    downloadAt: carried('downloadAt'),
    visitDay: carried('visitDay'),
    engagedDay: carried('engagedDay'),
  }
}

function foldDay(
  from: VisitorDay,
  facts: readonly (Fact | JudgedFact)[],
  { changes, ...folding }: Refolding,
): VisitorDay {
  let state = from
  for (const fact of facts) {
    const folded = foldFact(state, fact, folding)
    state = folded.state
    if (!('reason' in fact)) {
      if (folded.fact !== undefined) changes.inserted.push(folded.fact)
    } else if (folded.fact === undefined) changes.displaced.push(fact)
    else if (folded.fact.reason !== fact.reason) changes.rejudged.push(folded.fact)
  }
  return state
}
