import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import type { Fact, JudgedFact } from '../fact.ts'
import type { Counting } from './tally.ts'
import { afterCounting, afterJudging, isJudged, reasonFor, type VisitorDay } from './visitor-day-repeats.ts'

export interface FactFolding {
  readonly tally: Counting
  /** Judged facts of one visitor, profile and day. Those after them are counted as excess, and are not stored. */
  readonly judgedMax: number
}

export type FoldedFact = { readonly state: VisitorDay; readonly fact: JudgedFact | undefined }

/** @param fact of the state's day, after all facts that are in the state */
export function foldFact(state: VisitorDay, fact: Fact, { tally, judgedMax }: FactFolding): FoldedFact {
  if (!isJudged(fact)) {
    addJudged({ ...fact, reason: fact.ownExclusion }, tally, 1)
    return { state, fact: { ...fact, reason: fact.ownExclusion } }
  }
  if (state.judged >= judgedMax) {
    addExcess(fact, tally)
    return { state, fact: undefined }
  }
  const judged = { ...fact, reason: reasonFor(state, fact) }
  addJudged(judged, tally, 1)
  const seen = afterJudging(state, fact)
  if (judged.reason !== null) return { state: seen, fact: judged }
  const next = afterCounting(seen, fact)
  tallyFirsts(fact.profileId, { before: state, after: next }, tally, 1)
  return { state: next, fact: judged }
}

function addExcess({ profileId, at, kind }: Fact, tally: Counting): void {
  tally.counter(profileId, wallHourInSantiago(at).day, `excluded-${kind}`, 'excess', 1)
}

/** @param times 1 adds a judged fact, −1 retracts it */
export function addJudged(fact: JudgedFact, tally: Counting, times: 1 | -1): void {
  const { day, hour } = wallHourInSantiago(fact.at)
  if (fact.reason === null) tally.counted(fact, day, hour, times)
  else tally.counter(fact.profileId, day, `excluded-${fact.kind}`, fact.reason, times)
}

interface DayMove {
  /** Only its `visitDay` and `engagedDay` are read. */
  readonly before: Pick<VisitorDay, 'visitDay' | 'engagedDay'> | undefined
  readonly after: VisitorDay
}

/** The visitor's first visit of the day, and its first engagement, if there is one between the two. */
export function tallyFirsts(
  profileId: string,
  { before, after }: DayMove,
  tally: Counting,
  times: 1 | -1,
): void {
  const [visitDay, engagedDay] = [before?.visitDay ?? null, before?.engagedDay ?? null]
  if (after.visitDay === after.day && visitDay !== after.day)
    tally.visited(profileId, after.day, visitDay, times)
  if (after.engagedDay === after.day && engagedDay !== after.day)
    tally.engaged(profileId, after.day, engagedDay, times)
}
