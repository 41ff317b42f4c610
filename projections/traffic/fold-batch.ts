import type { BuildTransaction } from '../projection.ts'
import type { Fact } from './fact.ts'
import {
  loadFacts,
  loadVisitors,
  visitorKeyOf,
  type JudgedFact,
  type KnownVisitor,
  type VisitorKey,
} from './rows.ts'
import type { Tally } from './tally.ts'
import { UNSEEN, compareFacts, foldFacts, isLate, type VisitorState } from './visitor-fold.ts'

/** What a batch changes in the rows of facts and visitors. */
export interface Changes {
  readonly inserted: JudgedFact[]
  readonly rejudged: JudgedFact[]
  readonly visitors: (VisitorKey & { readonly state: VisitorState })[]
}

/** One visitor's new facts. Late ones, and corrections, take back what the visitor contributed and fold it all again. */
function foldVisitor(
  fresh: readonly Fact[],
  stored: readonly JudgedFact[] | undefined,
  known: KnownVisitor,
  tally: Tally,
  changes: Changes,
): VisitorState {
  if (stored === undefined) {
    const folded = foldFacts(known.state ?? UNSEEN, fresh, known.corrected, tally, 1)
    changes.inserted.push(...fresh.map((fact, index) => ({ ...fact, verdict: folded.verdicts[index]! })))
    return folded.state
  }
  takeBack(stored, tally)
  const all = [...stored, ...fresh].sort(compareFacts)
  const folded = foldFacts(UNSEEN, all, known.corrected, tally, 1)
  all.forEach((fact, index) => {
    const verdict = folded.verdicts[index]!
    if (!('verdict' in fact)) changes.inserted.push({ ...fact, verdict })
    else if (fact.verdict !== verdict) changes.rejudged.push({ ...fact, verdict })
  })
  return folded.state
}

/** What the stored facts contributed, by the verdicts they were given then. */
function takeBack(stored: readonly JudgedFact[], tally: Tally): void {
  const before = stored
    .map((fact) => ({ ...fact, ground: fact.verdict === 'repeat' ? fact.ground : fact.verdict }))
    .sort(compareFacts)
  foldFacts(UNSEEN, before, new Set(), tally, -1)
}

/**
 * Folds a batch, visitor by visitor, into the tally.
 * @param corrected visitors whose facts must be judged again, whether or not they have new ones
 */
export async function foldVisitors(
  tx: BuildTransaction,
  facts: readonly Fact[],
  corrected: readonly VisitorKey[],
  tally: Tally,
): Promise<Changes> {
  const changes: Changes = { inserted: [], rejudged: [], visitors: [] }
  const groups = new Map<string, Fact[]>(corrected.map((key) => [visitorKeyOf(key), []]))
  const keys = new Map<string, VisitorKey>(corrected.map((key) => [visitorKeyOf(key), key]))
  for (const fact of facts) {
    const key = visitorKeyOf(fact)
    keys.set(key, fact)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [fact])
    else group.push(fact)
  }
  if (groups.size === 0) return changes
  for (const group of groups.values()) group.sort(compareFacts)
  const known = await loadVisitors(tx, [...keys.values()])
  const again = new Set(corrected.map(visitorKeyOf))
  for (const [key, [first]] of groups) {
    const state = known.get(key)?.state
    if (state !== undefined && first !== undefined && isLate(state, first)) again.add(key)
  }
  const stored = await storedFacts(tx, again, keys)
  for (const [key, fresh] of groups) {
    const visitor = known.get(key) ?? { state: undefined, corrected: new Set<string>() }
    const state = foldVisitor(
      fresh,
      again.has(key) ? (stored.get(key) ?? []) : undefined,
      visitor,
      tally,
      changes,
    )
    const { profileId, visitorId } = keys.get(key)!
    if (state !== UNSEEN) changes.visitors.push({ profileId, visitorId, state })
  }
  return changes
}

async function storedFacts(
  tx: BuildTransaction,
  again: ReadonlySet<string>,
  keys: ReadonlyMap<string, VisitorKey>,
): Promise<ReadonlyMap<string, readonly JudgedFact[]>> {
  const stored = new Map<string, JudgedFact[]>()
  if (again.size === 0) return stored
  for (const fact of await loadFacts(
    tx,
    [...again].map((key) => keys.get(key)!),
  )) {
    const key = visitorKeyOf(fact)
    const group = stored.get(key)
    if (group === undefined) stored.set(key, [fact])
    else group.push(fact)
  }
  return stored
}
