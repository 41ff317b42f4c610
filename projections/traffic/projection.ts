import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { TRAFFIC_EVENTS } from '@app/contracts/traffic.ts'
import { idIn, projection, type BuildTransaction } from '../projection.ts'
import { applyCorrections, type Correction } from './corrections.ts'
import type { Fact } from './fact.ts'
import { foldVisitors } from './fold-batch.ts'
import { judgeAlone } from './judge.ts'
import { addTally } from './rollups.ts'
import { insertFacts, updateVerdicts, upsertVisitors, visitorKeyOf } from './rows.ts'
import { TABLES, VIEWS } from './tables.ts'
import { createTally } from './tally.ts'

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
