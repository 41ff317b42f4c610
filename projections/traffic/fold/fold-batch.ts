import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { BuildTransaction } from '../../runtime/projection.ts'
import type { CorrectedDays } from './corrections.ts'
import type { Fact } from '../fact.ts'
import { foldFact } from './fold-facts.ts'
import type { LoadedState, LoadedVisitor } from './loaded-state.ts'
import { refoldVisitors, type LateVisitor, type Refolding } from './refold.ts'
import { loadCorrected } from './stored-days.ts'
import {
  beginDay,
  compareFacts,
  storedDayOf,
  isJudged,
  isLate,
  visitorKeyOf,
  type VisitorDay,
  type VisitorKey,
} from './visitor-day.ts'

export interface Groups {
  /** In order. Without facts: a visitor of whom only stored facts were corrected. */
  readonly facts: ReadonlyMap<string, readonly Fact[]>
  readonly keys: ReadonlyMap<string, VisitorKey>
  readonly correctedDays: CorrectedDays
}

export function groupByVisitor(facts: readonly Fact[], correctedDays: CorrectedDays): Groups {
  const groups = new Map<string, Fact[]>()
  const keys = new Map<string, VisitorKey>()
  for (const [id, { key }] of correctedDays) {
    keys.set(id, key)
    groups.set(id, [])
  }
  for (const fact of facts) {
    const key = visitorKeyOf(fact)
    keys.set(key, fact)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [fact])
    else group.push(fact)
  }
  for (const group of groups.values()) group.sort(compareFacts)
  return { facts: groups, keys, correctedDays }
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

const NOBODY: LoadedVisitor = { latest: undefined, hasCorrections: false }
const NO_DAYS: ReadonlySet<string> = new Set()

/** Facts that come in their order cost no reads; late ones and corrections fold their days again. */
export async function foldVisitors(
  tx: BuildTransaction,
  groups: Groups,
  loaded: LoadedState['visitors'],
  refolding: Omit<Refolding, 'corrected'>,
): Promise<void> {
  const ofCorrected = [...groups.facts].filter(([key]) => loaded.get(key)?.hasCorrections === true)
  const corrected = await loadCorrected(
    tx,
    ofCorrected.flatMap(([, facts]) => facts),
  )
  const late: LateVisitor[] = []
  for (const [id, facts] of groups.facts) {
    const { profileId, visitorId } = groups.keys.get(id)!
    const { latest } = loaded.get(id) ?? NOBODY
    const correctedDays = groups.correctedDays.get(id)?.days ?? NO_DAYS
    if (correctedDays.size === 0 && isOnTime(facts, latest))
      foldOnTime({ profileId, visitorId }, facts, latest, { ...refolding, corrected })
    else late.push({ profileId, visitorId, facts, correctedDays })
  }
  await refoldVisitors(tx, late, { ...refolding, corrected })
}
