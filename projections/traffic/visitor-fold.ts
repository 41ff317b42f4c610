import { dayInSantiago } from '@app/contracts/calendar.ts'
import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS } from '@app/contracts/definitions.ts'
import type { Fact } from './fact.ts'
import type { Verdict } from './judge.ts'
import type { Tally } from './tally.ts'

/** Where a visitor's fold stands: all that the next fact's verdict and its effect depend on. */
export interface VisitorState {
  readonly lastAt: number
  readonly lastKey: string
  readonly tapAt: number | null
  readonly downloadAt: number | null
  readonly visitDay: string | null
  readonly actDay: string | null
  readonly engagedDay: string | null
}

export const UNSEEN: VisitorState = {
  lastAt: Number.NEGATIVE_INFINITY,
  lastKey: '',
  tapAt: null,
  downloadAt: null,
  visitDay: null,
  actDay: null,
  engagedDay: null,
}

/** Facts of one instant are ordered by what they are, never by when they arrived. */
export const keyOf = (fact: Fact): string => `${fact.eventId}/${fact.kind}`
export const compareFacts = (a: Fact, b: Fact): number =>
  a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)

/** Whether a fact happened before one that was folded already. */
export const isLate = (state: VisitorState, fact: Fact): boolean =>
  fact.at < state.lastAt || (fact.at === state.lastAt && keyOf(fact) < state.lastKey)

function verdictOn(state: VisitorState, fact: Fact, corrected: ReadonlySet<string>): Verdict {
  if (fact.ground !== 'counted') return fact.ground
  if (corrected.has(fact.eventId)) return 'correction'
  if (fact.kind === 'tap' && state.tapAt !== null && fact.at - state.tapAt <= REPEAT_TAP_MS) return 'repeat'
  const { downloadAt } = state
  if (fact.kind === 'download' && downloadAt !== null && fact.at - downloadAt <= REPEAT_DOWNLOAD_MS)
    return 'repeat'
  return 'counted'
}

/** State after a counted fact of a day; `engaged` on the first moment of a day with both a visit and an act. */
function countedStep(state: VisitorState, fact: Fact, day: string): VisitorState {
  const visitDay = fact.kind === 'tap' ? day : state.visitDay
  const actDay = fact.kind === 'tap' ? state.actDay : day
  return {
    ...state,
    visitDay,
    actDay,
    engagedDay: visitDay === day && actDay === day ? day : state.engagedDay,
    tapAt: fact.kind === 'tap' ? fact.at : state.tapAt,
    downloadAt: fact.kind === 'download' ? fact.at : state.downloadAt,
  }
}

/**
 * Folds one fact, the next in the order in which they happened, and adds what it contributes to the tally.
 * `times` is −1 to take a contribution back.
 */
export function foldFact(
  state: VisitorState,
  fact: Fact,
  corrected: ReadonlySet<string>,
  tally: Tally,
  times: 1 | -1,
): { readonly state: VisitorState; readonly verdict: Verdict } {
  const day = dayInSantiago(fact.at)
  const verdict = verdictOn(state, fact, corrected)
  const seen = { ...state, lastAt: fact.at, lastKey: keyOf(fact) }
  if (verdict !== 'counted') {
    tally.breakdown(fact.profileId, day, `excluded-${fact.kind}`, verdict, times)
    return { state: seen, verdict }
  }
  const next = countedStep(seen, fact, day)
  tally.counted(fact, day, times)
  if (next.visitDay !== state.visitDay) tally.unique(fact.profileId, day, state.visitDay, times)
  if (next.engagedDay !== state.engagedDay) tally.engaged(fact.profileId, day, state.engagedDay, times)
  return { state: next, verdict }
}

/** Folds facts that are in order, from a state on. */
export function foldFacts(
  from: VisitorState,
  facts: readonly Fact[],
  corrected: ReadonlySet<string>,
  tally: Tally,
  times: 1 | -1,
): { readonly state: VisitorState; readonly verdicts: readonly Verdict[] } {
  const verdicts: Verdict[] = []
  let state = from
  for (const fact of facts) {
    const folded = foldFact(state, fact, corrected, tally, times)
    state = folded.state
    verdicts.push(folded.verdict)
  }
  return { state, verdicts }
}
