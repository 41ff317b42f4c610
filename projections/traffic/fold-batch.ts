import { setImmediate as afterOtherWork } from 'node:timers/promises'
import type { BuildTransaction } from '../runtime/projection.ts'
import type { Fact, JudgedFact } from './fact.ts'
import { foldFacts, type FactFolding } from './fold-facts.ts'
import { loadFacts, type LoadedState, type LoadedVisitor } from './loaded-state.ts'
import type { Tally } from './tally.ts'
import {
  UNSEEN,
  affectsState,
  compareFacts,
  isLate,
  visitorKeyOf,
  type VisitorKey,
  type VisitorState,
} from './visitor-state.ts'

export interface Changes {
  readonly inserted: JudgedFact[]
  readonly rejudged: JudgedFact[]
  readonly visitors: (VisitorKey & { readonly state: VisitorState })[]
}

export interface Groups {
  readonly facts: ReadonlyMap<string, readonly Fact[]>
  readonly keys: ReadonlyMap<string, VisitorKey>
  /** Visitors whose facts must be judged again, with or without new facts. */
  readonly corrected: ReadonlySet<string>
}

export function groupByVisitor(facts: readonly Fact[], corrected: readonly VisitorKey[]): Groups {
  const groups = new Map<string, Fact[]>()
  const keys = new Map<string, VisitorKey>()
  for (const key of corrected) {
    keys.set(visitorKeyOf(key), key)
    groups.set(visitorKeyOf(key), [])
  }
  for (const fact of facts) {
    const key = visitorKeyOf(fact)
    keys.set(key, fact)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [fact])
    else group.push(fact)
  }
  for (const group of groups.values()) group.sort(compareFacts)
  return { facts: groups, keys, corrected: new Set(corrected.map(visitorKeyOf)) }
}

const NOBODY: LoadedVisitor = { state: undefined, corrected: new Set() }

/** Folding yields after this many facts: the same process answers HTTP requests. */
const SLICE_FACTS = 2_000

async function foldInSlices(
  from: VisitorState,
  facts: readonly Fact[],
  folding: FactFolding,
): Promise<ReturnType<typeof foldFacts>> {
  const { state: first, reasons: firstReasons } = foldFacts(from, facts.slice(0, SLICE_FACTS), folding)
  const reasons = [...firstReasons]
  let state = first
  for (let at = SLICE_FACTS; at < facts.length; at += SLICE_FACTS) {
    await afterOtherWork()
    const folded = foldFacts(state, facts.slice(at, at + SLICE_FACTS), folding)
    state = folded.state
    reasons.push(...folded.reasons)
  }
  return { state, reasons }
}

/** Late facts and corrections retract the visitor's earlier contribution and fold all facts again. */
async function foldVisitor(
  fresh: readonly Fact[],
  stored: readonly JudgedFact[] | undefined,
  loaded: LoadedVisitor,
  tally: Tally,
  changes: Changes,
): Promise<VisitorState> {
  const folding = { corrected: loaded.corrected, tally, times: 1 } as const
  if (stored === undefined) {
    const folded = foldFacts(loaded.state ?? UNSEEN, fresh, folding)
    changes.inserted.push(...fresh.map((fact, index) => ({ ...fact, reason: folded.reasons[index]! })))
    return folded.state
  }
  await retract(stored, tally)
  const all = [...stored, ...fresh].sort(compareFacts)
  const folded = await foldInSlices(UNSEEN, all, folding)
  all.forEach((fact, index) => {
    const reason = folded.reasons[index]!
    if (!('reason' in fact)) changes.inserted.push({ ...fact, reason })
    else if (fact.reason !== reason) changes.rejudged.push({ ...fact, reason })
  })
  return folded.state
}

/** Uses the stored reasons, so it subtracts exactly what was added before. */
async function retract(stored: readonly JudgedFact[], tally: Tally): Promise<void> {
  const before = stored
    .map((fact) => ({ ...fact, ownExclusion: fact.reason === 'repeat' ? fact.ownExclusion : fact.reason }))
    .sort(compareFacts)
  await foldInSlices(UNSEEN, before, { corrected: new Set(), tally, times: -1 })
}

export async function foldVisitors(
  tx: BuildTransaction,
  groups: Groups,
  loaded: LoadedState['visitors'],
  tally: Tally,
): Promise<Changes> {
  const changes: Changes = { inserted: [], rejudged: [], visitors: [] }
  const again = new Set(groups.corrected)
  for (const [key, fresh] of groups.facts) {
    const state = loaded.get(key)?.state
    const first = fresh.find(affectsState)
    if (state !== undefined && first !== undefined && isLate(state, first)) again.add(key)
  }
  const stored = await storedFacts(tx, again, groups.keys)
  for (const [key, fresh] of groups.facts) {
    const before = again.has(key) ? (stored.get(key) ?? []) : undefined
    const state = await foldVisitor(fresh, before, loaded.get(key) ?? NOBODY, tally, changes)
    const { profileId, visitorId } = groups.keys.get(key)!
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
  const wanted = [...again].map((key) => keys.get(key)!)
  for (const fact of await loadFacts(tx, wanted)) {
    const key = visitorKeyOf(fact)
    const group = stored.get(key)
    if (group === undefined) stored.set(key, [fact])
    else group.push(fact)
  }
  return stored
}
