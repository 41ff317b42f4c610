import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic.ts'
import { idIn, projection, type BuildTransaction } from '../projection.ts'
import { applyCorrections, type Correction } from './corrections.ts'
import type { Fact } from './fact.ts'
import { judgeAlone } from './judge.ts'
import { addTally } from './rollups.ts'
import {
  insertFacts,
  loadFacts,
  loadVisitors,
  updateVerdicts,
  upsertVisitors,
  visitorKeyOf,
  type JudgedFact,
  type KnownVisitor,
  type VisitorKey,
} from './rows.ts'
import { TABLES, VIEWS } from './tables.ts'
import { createTally, type Tally } from './tally.ts'
import { UNSEEN, compareFacts, foldFacts, isLate, type VisitorState } from './visitor-fold.ts'

/** A link's preview was asked for by a messaging app: it belongs to no visitor. */
interface Shared {
  readonly kind: 'shared'
  readonly profileId: string
  readonly at: number
  readonly app: string
}

type TrafficFact = Fact | Shared | Correction
type Traffic = PastEventOf<'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded'>

const KIND = { ProfileTapped: 'tap', LinkClicked: 'click', ContactDownloaded: 'download' } as const

function factOf(event: Traffic, { id, position, meta }: StoredEvent): Fact {
  const { data } = event
  return {
    kind: KIND[event.type],
    profileId: idIn(data.profileId),
    visitorId: idIn(data.visitorId),
    eventId: idIn(id),
    position,
    at: Date.parse(meta.occurredAt),
    network: event.type === 'LinkClicked' ? event.data.network : null,
    source: data.source ?? null,
    ground: judgeAlone({
      userAgent: data.userAgent,
      purpose: data.purpose,
      request: data.request,
      actorKind: meta.actor.kind,
    }),
  }
}

function read(stored: StoredEvent): TrafficFact {
  const event = readEvent(stored)
  switch (event.type) {
    case 'ProfileTapped':
    case 'LinkClicked':
    case 'ContactDownloaded':
      return factOf(event, stored)
    case 'PagePreviewed': {
      const { profileId, app } = event.data
      return { kind: 'shared', profileId, app, at: Date.parse(stored.meta.occurredAt) }
    }
    case 'CorrectionApplied':
      return { kind: 'correction-applied', ...event.data }
    case 'CorrectionWithdrawn':
      return { kind: 'correction-withdrawn', ...event.data }
    default:
      throw new Error(`the traffic projection does not read ${event.type}`)
  }
}

/** A visitor's facts keep their order, and so do a profile's corrections. */
function subjectOf({ data, type }: StoredEvent): string {
  return type.startsWith('Correction') || type === 'PagePreviewed'
    ? `${type}|${idIn(data.profileId)}`
    : visitorKeyOf({ profileId: idIn(data.profileId), visitorId: idIn(data.visitorId) })
}

interface Changes {
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

async function project(tx: BuildTransaction, batch: readonly TrafficFact[]): Promise<void> {
  const tally = createTally()
  const facts: Fact[] = []
  const corrections: Correction[] = []
  for (const fact of batch) {
    if (fact.kind === 'shared') tally.breakdown(fact.profileId, dayInSantiago(fact.at), 'shared', fact.app, 1)
    else if ('eventId' in fact) facts.push(fact)
    else corrections.push(fact)
  }
  const corrected = await applyCorrections(tx, corrections)
  const changes = await foldVisitors(tx, facts, corrected, tally)
  await insertFacts(tx, changes.inserted)
  await updateVerdicts(tx, changes.rejudged)
  await upsertVisitors(tx, changes.visitors)
  await addTally(tx, tally)
}

async function foldVisitors(
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

/** Counted and excluded taps, clicks and downloads, and exact unique and engaged visitors over any range. */
export const trafficProjection = projection<TrafficFact>({
  name: 'traffic',
  version: 1,
  handles: TRAFFIC_EVENTS,
  reads: 'opened',
  tables: TABLES,
  views: VIEWS,
  subjectOf,
  read,
  project,
})
