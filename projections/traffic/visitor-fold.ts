import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS } from '@app/contracts/traffic/definitions.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic.ts'
import type { Fact } from './fact.ts'
import type { Tally } from './tally.ts'

/** Where a visitor's fold stands: all that the next fact's verdict and its effect depend on, and what they did in all. */
export interface VisitorState {
  readonly lastAt: number
  readonly lastKey: string
  readonly tapAt: number | null
  readonly downloadAt: number | null
  readonly visitDay: string | null
  readonly actDay: string | null
  readonly engagedDay: string | null
  readonly clicks: number
  readonly downloads: number
}

export const UNSEEN: VisitorState = {
  lastAt: Number.NEGATIVE_INFINITY,
  lastKey: '',
  tapAt: null,
  downloadAt: null,
  visitDay: null,
  actDay: null,
  engagedDay: null,
  clicks: 0,
  downloads: 0,
}

/** Facts of one instant are ordered by what they are, never by when they arrived. */
export const keyOf = (fact: Fact): string => `${fact.eventId}/${fact.kind}`
export const compareFacts = (a: Fact, b: Fact): number =>
  a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)

/** What does not count by itself is judged alike wherever it stands, and changes no other's verdict: it has no turn. */
export const hasTurn = ({ ground }: Fact): boolean => ground === null

/** Whether a fact happened before one that was folded already. */
export const isLate = (state: VisitorState, fact: Fact): boolean =>
  fact.at < state.lastAt || (fact.at === state.lastAt && keyOf(fact) < state.lastKey)

function reasonOf(state: VisitorState, fact: Fact, corrected: ReadonlySet<string>): Exclusion | null {
  if (fact.ground !== null) return fact.ground
  if (corrected.has(fact.eventId)) return 'correction'
  if (fact.kind === 'tap' && state.tapAt !== null && fact.at - state.tapAt <= REPEAT_TAP_MS) return 'repeat'
  const { downloadAt } = state
  if (fact.kind === 'download' && downloadAt !== null && fact.at - downloadAt <= REPEAT_DOWNLOAD_MS)
    return 'repeat'
  return null
}

/** State after a counted fact of a day; `engaged` on the first moment of a day with both a visit and an act. */
function countedStep(state: VisitorState, fact: Fact, day: string): VisitorState {
  const { kind, at } = fact
  const visitDay = kind === 'tap' ? day : state.visitDay
  const actDay = kind === 'tap' ? state.actDay : day
  return {
    ...state,
    visitDay,
    actDay,
    engagedDay: visitDay === day && actDay === day ? day : state.engagedDay,
    tapAt: kind === 'tap' ? at : state.tapAt,
    downloadAt: kind === 'download' ? at : state.downloadAt,
    clicks: state.clicks + (kind === 'click' ? 1 : 0),
    downloads: state.downloads + (kind === 'download' ? 1 : 0),
  }
}

/** How facts are folded: which are corrected away, what they add to, and −1 to take that back. */
export interface Folding {
  readonly corrected: ReadonlySet<string>
  readonly tally: Tally
  readonly times: 1 | -1
}

/** Folds one fact, the next in the order in which they happened, and adds what it contributes to the tally. */
export function foldFact(
  state: VisitorState,
  fact: Fact,
  { corrected, tally, times }: Folding,
): { readonly state: VisitorState; readonly reason: Exclusion | null } {
  const { profileId } = fact
  const { day, hour } = wallHourInSantiago(fact.at)
  const reason = reasonOf(state, fact, corrected)
  const seen = hasTurn(fact) ? { ...state, lastAt: fact.at, lastKey: keyOf(fact) } : state
  if (reason !== null) {
    tally.counter(profileId, day, `excluded-${fact.kind}`, reason, times)
    return { state: seen, reason }
  }
  const next = countedStep(seen, fact, day)
  tally.counted(fact, day, hour, times)
  if (next.visitDay !== state.visitDay) tally.visited(profileId, day, state.visitDay, times)
  if (next.engagedDay !== state.engagedDay) tally.engaged(profileId, day, state.engagedDay, times)
  return { state: next, reason }
}

/** Folds facts that are in order, from a state on. */
export function foldFacts(
  from: VisitorState,
  facts: readonly Fact[],
  folding: Folding,
): { readonly state: VisitorState; readonly reasons: readonly (Exclusion | null)[] } {
  const reasons: (Exclusion | null)[] = []
  let state = from
  for (const fact of facts) {
    const folded = foldFact(state, fact, folding)
    state = folded.state
    reasons.push(folded.reason)
  }
  return { state, reasons }
}
