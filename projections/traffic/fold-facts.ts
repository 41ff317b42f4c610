import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic.ts'
import type { Fact } from './fact.ts'
import { exclusionOf } from './repeats-and-corrections.ts'
import type { Tally } from './tally.ts'
import { afterCounting, afterSeeing, type VisitorState } from './visitor-state.ts'

/** `corrected`: ids of excluded events. `times`: 1 adds to the tally, −1 subtracts. */
export interface FactFolding {
  readonly corrected: ReadonlySet<string>
  readonly tally: Tally
  readonly times: 1 | -1
}

function foldFact(
  state: VisitorState,
  fact: Fact,
  { corrected, tally, times }: FactFolding,
): { readonly state: VisitorState; readonly reason: Exclusion | null } {
  const { profileId } = fact
  const { day, hour } = wallHourInSantiago(fact.at)
  const reason = exclusionOf(state, fact, corrected)
  const seen = afterSeeing(state, fact)
  if (reason !== null) {
    tally.counter(profileId, day, `excluded-${fact.kind}`, reason, times)
    return { state: seen, reason }
  }
  const next = afterCounting(seen, fact, day)
  tally.counted(fact, day, hour, times)
  if (next.visitDay !== state.visitDay) tally.visited(profileId, day, state.visitDay, times)
  if (next.engagedDay !== state.engagedDay) tally.engaged(profileId, day, state.engagedDay, times)
  return { state: next, reason }
}

/** @param facts sorted by `compareFacts` */
export function foldFacts(
  from: VisitorState,
  facts: readonly Fact[],
  folding: FactFolding,
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
