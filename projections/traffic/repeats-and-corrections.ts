import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS } from '@app/contracts/traffic/definitions.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic.ts'
import type { Fact } from './fact.ts'
import type { VisitorState } from './visitor-state.ts'

export function exclusionOf(
  state: VisitorState,
  fact: Fact,
  corrected: ReadonlySet<string>,
): Exclusion | null {
  if (fact.ownExclusion !== null) return fact.ownExclusion
  if (corrected.has(fact.eventId)) return 'correction'
  return isRepeat(state, fact) ? 'repeat' : null
}

function isRepeat({ tapAt, downloadAt }: VisitorState, { kind, at }: Fact): boolean {
  if (kind === 'tap') return tapAt !== null && at - tapAt <= REPEAT_TAP_MS
  return kind === 'download' && downloadAt !== null && at - downloadAt <= REPEAT_DOWNLOAD_MS
}
