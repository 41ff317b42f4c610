import { addDays } from '@app/contracts/calendar.ts'
import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS } from '@app/contracts/traffic/shares.ts'
import type { Fact } from './tables.ts'

export type VisitorDay = Pick<Fact, 'profile_id' | 'visitor_id' | 'day'>
export type JudgedFact = VisitorDay & Pick<Fact, 'position' | 'event_id' | 'at' | 'kind' | 'reason'>

export const visitorKeyOf = ({ profile_id, visitor_id }: Omit<VisitorDay, 'day'>): string =>
  `${profile_id}|${visitor_id}`
export const visitorDayKeyOf = (key: VisitorDay): string => `${visitorKeyOf(key)}|${key.day}`

const REPEAT_MS: Readonly<Record<string, number>> = { tap: REPEAT_TAP_MS, download: REPEAT_DOWNLOAD_MS }

/** Facts of one instant have an order that does not depend on their arrival. */
const keyOf = ({ event_id, kind }: JudgedFact): string => `${event_id}/${kind}`
const compareFacts = (a: JudgedFact, b: JudgedFact): number => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : 1)

/**
 * Judges days of visitors from all their facts, and the days after them, into which repeats may reach: on time, late and
 * rebuilt alike. Facts of other days keep their reason, and only say which facts repeat them.
 * @param facts of these days, of the days before and of the days after
 * @returns those that have another reason than before
 */
export function judge(days: readonly VisitorDay[], facts: readonly JudgedFact[]): readonly JudgedFact[] {
  const open = new Set(
    days.flatMap((key) => [key.day, addDays(key.day, 1)].map((day) => visitorDayKeyOf({ ...key, day }))),
  )
  const countedAt = new Map<string, number>()
  const changed: JudgedFact[] = []
  for (const fact of facts.toSorted(compareFacts)) {
    const key = `${visitorKeyOf(fact)}|${fact.kind}`
    const isRepeat = fact.at - (countedAt.get(key) ?? -Infinity) <= (REPEAT_MS[fact.kind] ?? -1)
    const reason = !open.has(visitorDayKeyOf(fact)) ? fact.reason : isRepeat ? 'repeat' : null
    if (reason === null) countedAt.set(key, fact.at)
    if (reason !== fact.reason) changed.push({ ...fact, reason })
  }
  return changed
}
