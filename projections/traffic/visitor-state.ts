import type { Fact } from './fact.ts'

export interface VisitorKey {
  readonly profileId: string
  readonly visitorId: string
}
export const visitorKeyOf = ({ profileId, visitorId }: VisitorKey): string => `${profileId}|${visitorId}`

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

/** Order of facts with the same time. It must not depend on the order of arrival. */
const keyOf = (fact: Fact): string => `${fact.eventId}/${fact.kind}`
export const compareFacts = (a: Fact, b: Fact): number =>
  a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)

export const affectsState = ({ ownExclusion }: Fact): boolean => ownExclusion === null

export const isLate = (state: VisitorState, fact: Fact): boolean =>
  fact.at < state.lastAt || (fact.at === state.lastAt && keyOf(fact) < state.lastKey)

export const afterSeeing = (state: VisitorState, fact: Fact): VisitorState =>
  affectsState(fact) ? { ...state, lastAt: fact.at, lastKey: keyOf(fact) } : state

/** The first moment of a day with both a visit and a click or download makes the visitor engaged. */
export function afterCounting(state: VisitorState, fact: Fact, day: string): VisitorState {
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
