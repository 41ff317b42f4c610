import { addDays } from '@app/contracts/calendar.ts'
import {
  REPEAT_DOWNLOAD_MS,
  REPEAT_TAP_MS,
  VISITOR_FACTS_A_DAY_MAX,
} from '@app/contracts/traffic/definitions.ts'
import type { Fact } from './fact.ts'

export type VisitorKey = Pick<Fact, 'profile_id' | 'visitor_id'>
export type JudgedFact = VisitorKey & Pick<Fact, 'position' | 'event_id' | 'at' | 'day' | 'kind' | 'reason'>

export const visitorKeyOf = ({ profile_id, visitor_id }: VisitorKey): string => `${profile_id}|${visitor_id}`

interface Judgement {
  readonly added: readonly Fact[]
  /** Stored facts with another reason than before. */
  readonly changed: readonly JudgedFact[]
}

/**
 * Judges each day of a visitor that gets a fact from all its facts, and the day after, into which repeats may reach: on time,
 * late and rebuilt alike.
 * @param facts in the order of the log
 * @param stored judged facts of these days, of the day before and of the day after
 */
export function judge(facts: readonly Fact[], stored: readonly JudgedFact[]): Judgement {
  const added = facts.filter((fact) => !fact.is_judged)
  const changed: JudgedFact[] = []
  const before = byVisitor(stored)
  for (const [visitor, own] of byVisitor(facts.filter((fact) => fact.is_judged))) {
    const earlier = before.get(visitor) ?? []
    const within = withoutExcess(own, earlier)
    added.push(...within.filter((fact) => !fact.is_judged))
    const fresh = within.filter((fact) => fact.is_judged)
    const open = new Set(fresh.flatMap(({ day }) => [day, addDays(day, 1)]))
    const reasonOf = repeats([...earlier, ...fresh], open)
    for (const fact of fresh) {
      const reason = reasonOf(fact)
      added.push(reason === fact.reason ? fact : { ...fact, reason })
    }
    for (const fact of earlier) {
      const reason = reasonOf(fact)
      if (reason !== fact.reason) changed.push({ ...fact, reason })
    }
  }
  return { added, changed }
}

function byVisitor<One extends VisitorKey>(facts: readonly One[]): ReadonlyMap<string, readonly One[]> {
  const groups = new Map<string, One[]>()
  for (const fact of facts) {
    const group = groups.get(visitorKeyOf(fact))
    if (group === undefined) groups.set(visitorKeyOf(fact), [fact])
    else group.push(fact)
  }
  return groups
}

/** The first facts of a day in the order of the log are judged. */
function withoutExcess(facts: readonly Fact[], stored: readonly JudgedFact[]): readonly Fact[] {
  const judged = new Map<string, number>()
  for (const { day } of stored) judged.set(day, (judged.get(day) ?? 0) + 1)
  return facts.map((fact) => {
    const nth = (judged.get(fact.day) ?? 0) + 1
    judged.set(fact.day, nth)
    return nth > VISITOR_FACTS_A_DAY_MAX ? { ...fact, is_judged: false, reason: 'excess' } : fact
  })
}

/** Facts of one instant have an order that does not depend on their arrival. */
const keyOf = ({ event_id, kind }: JudgedFact): string => `${event_id}/${kind}`
const compareFacts = (a: JudgedFact, b: JudgedFact): number => a.at - b.at || (keyOf(a) < keyOf(b) ? -1 : 1)

/** @param open days that are judged; facts of others keep their reason, and only say which facts repeat them */
function repeats(
  facts: readonly JudgedFact[],
  open: ReadonlySet<string>,
): (fact: JudgedFact) => Fact['reason'] {
  const reasons = new Map<string, Fact['reason']>()
  let [tapAt, downloadAt] = [-Infinity, -Infinity]
  for (const fact of facts.toSorted(compareFacts)) {
    const { kind, at } = fact
    const isRepeat =
      (kind === 'tap' && at - tapAt <= REPEAT_TAP_MS) ||
      (kind === 'download' && at - downloadAt <= REPEAT_DOWNLOAD_MS)
    const reason = !open.has(fact.day) ? fact.reason : isRepeat ? 'repeat' : null
    reasons.set(fact.position, reason)
    if (reason === null && kind === 'tap') tapAt = at
    if (reason === null && kind === 'download') downloadAt = at
  }
  return ({ position }) => reasons.get(position) ?? null
}
