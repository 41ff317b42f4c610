import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import type { Fact } from '../fact.ts'
import { foldFact } from './judge-fact.ts'
import type { LoadedState } from './loaded-state.ts'
import { refoldVisitors, type LateVisitor, type Refolding } from './refold.ts'
import {
  beginDay,
  compareFacts,
  storedDayOf,
  isJudged,
  isLate,
  visitorKeyOf,
  type VisitorDay,
  type VisitorKey,
} from './visitor-day-repeats.ts'

export interface Groups {
  /** In order. */
  readonly facts: ReadonlyMap<string, readonly Fact[]>
  readonly keys: ReadonlyMap<string, VisitorKey>
}

export function groupByVisitor(facts: readonly Fact[]): Groups {
  const groups = new Map<string, Fact[]>()
  const keys = new Map<string, VisitorKey>()
  for (const fact of facts) {
    const key = visitorKeyOf(fact)
    keys.set(key, fact)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [fact])
    else group.push(fact)
  }
  for (const group of groups.values()) group.sort(compareFacts)
  return { facts: groups, keys }
}

const isOnTime = (facts: readonly Fact[], latest: VisitorDay | undefined): boolean => {
  if (latest === undefined) return true
  const [first] = facts
  const judged = facts.find(isJudged)
  return (
    (first === undefined || dayInSantiago(first.at) >= latest.day) &&
    (judged === undefined || !isLate(latest, judged))
  )
}

function foldOnTime(
  key: VisitorKey,
  facts: readonly Fact[],
  latest: VisitorDay | undefined,
  refolding: Refolding,
): void {
  const { changes, isForgotten } = refolding
  let state = latest
  for (const fact of facts) {
    const day = dayInSantiago(fact.at)
    if (state?.day !== day) {
      if (state !== undefined && state !== latest) changes.days.push(storedDayOf(key, state))
      state = beginDay(day, state)
    }
    const folded = foldFact(state, fact, refolding)
    if (folded.fact !== undefined) changes.inserted.push(folded.fact)
    state = isForgotten(fact) ? folded.state : { ...folded.state, moments: folded.state.moments + 1 }
  }
  if (state !== undefined && state !== latest) changes.days.push(storedDayOf(key, state))
}

/** Facts that come in their order cost no reads; late ones fold their days again. */
export async function foldVisitors(
  tx: BuildTransaction,
  groups: Groups,
  loaded: LoadedState['visitors'],
  refolding: Refolding,
): Promise<void> {
  const late: LateVisitor[] = []
  for (const [id, facts] of groups.facts) {
    const { profileId, visitorId } = groups.keys.get(id)!
    const latest = loaded.get(id)
    if (isOnTime(facts, latest)) foldOnTime({ profileId, visitorId }, facts, latest, refolding)
    else late.push({ profileId, visitorId, facts })
  }
  await refoldVisitors(tx, late, refolding)
}
