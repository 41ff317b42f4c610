import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { visitorIn, visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/definitions.ts'
import { previewAppOf } from '@app/contracts/traffic/preview-app.ts'
import { idIn, subjectIn, type BuildTransaction, type Projection } from '../runtime/projection.ts'
import { SHARING_APPS, TRAFFIC_EVENTS, type SharingApp } from '@app/contracts/traffic/traffic-kinds.ts'
import type { Fact } from './fact.ts'
import { foldVisitors, groupByVisitor } from './fold/fold-batch.ts'
import { bucketKeysOf, loadState } from './fold/loaded-state.ts'
import { ownExclusionOf } from './robots-previews-owners.ts'
import { referrerOf } from './referrer.ts'
import { flushLarge, noChanges, save } from './fold/save.ts'
import { TRAFFIC_TABLES, TRAFFIC_VIEWS } from './tables.ts'
import { createTally } from './fold/tally.ts'
import { touchedDevice, userAgentOf } from './user-agent.ts'
import { visitorKeyOf, type VisitorKey } from './fold/visitor-day-repeats.ts'

/** A visitor was erased. Figures stay; only the visitor's own list of moments starts again. */
interface Forgotten {
  readonly kind: 'forgotten'
  readonly position: bigint
  /** Undefined if the erased person is no visitor. */
  readonly visitor: VisitorKey | undefined
}

function forgottenIn(event: StoredEvent): Forgotten {
  const { profileId, visitorId } = visitorIn(subjectIn(event).toLowerCase())
  const visitor = visitorId === '' ? undefined : { profileId, visitorId }
  return { kind: 'forgotten', position: event.position, visitor }
}

/** Returns which facts of the batch came before an erasure of their visitor. */
async function forgetMoments(
  tx: BuildTransaction,
  erasures: readonly Forgotten[],
): Promise<(fact: Fact) => boolean> {
  const erasedAt = new Map<string, bigint>()
  const visitors = erasures.flatMap(({ visitor }) => (visitor === undefined ? [] : [visitor]))
  if (visitors.length === 0) return () => false
  for (const { visitor, position } of erasures)
    if (visitor !== undefined) erasedAt.set(visitorKeyOf(visitor), position)
  await tx.query(
    `update traffic_visitor_days d set moments = 0 from unnest($1::uuid[], $2::uuid[]) k(profile_id, visitor_id)
     where d.profile_id = k.profile_id and d.visitor_id = k.visitor_id and d.moments > 0`,
    [visitors.map(({ profileId }) => profileId), visitors.map(({ visitorId }) => visitorId)],
  )
  return (fact) => fact.position < (erasedAt.get(visitorKeyOf(fact)) ?? -1n)
}

/** A messaging app requests a link preview; no visitor is involved. */
interface Shared {
  readonly kind: 'shared'
  readonly profileId: string
  readonly at: number
  readonly app: SharingApp
}

type TrafficFact = Fact | Shared | Forgotten
type Traffic = PastEventOf<'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded'>

const KIND = { ProfileTapped: 'tap', LinkClicked: 'click', ContactDownloaded: 'download' } as const

function factOf(event: Traffic, { id, position, meta }: StoredEvent): Fact {
  const { data } = event
  const { isRobot, device } = userAgentOf(data.userAgent)
  return {
    kind: KIND[event.type],
    profileId: idIn(data.profileId),
    visitorId: idIn(data.visitorId),
    eventId: idIn(id),
    position,
    at: Date.parse(meta.occurredAt),
    network: event.type === 'LinkClicked' ? event.data.network : null,
    source: data.source ?? 'link',
    referrer: referrerOf(data.referrer),
    device: event.type === 'ProfileTapped' ? touchedDevice(device, data.userAgent, event.data.touch) : device,
    ownExclusion: ownExclusionOf({
      isRobot,
      purpose: data.purpose,
      request: data.request,
      actorKind: meta.actor.kind,
    }),
  }
}

const isKnownApp = (app: string): app is SharingApp => (SHARING_APPS as readonly string[]).includes(app)

function read(stored: StoredEvent): TrafficFact {
  const event = readEvent(stored)
  switch (event.type) {
    case 'ProfileTapped':
    case 'LinkClicked':
    case 'ContactDownloaded':
      return factOf(event, stored)
    case 'PagePreviewed': {
      const { profileId, userAgent } = event.data
      // The event has what the app was taken for at its time.
      const app = previewAppOf(userAgent) ?? event.data.app
      const at = Date.parse(stored.meta.occurredAt)
      return { kind: 'shared', profileId: idIn(profileId), app: isKnownApp(app) ? app : 'other', at }
    }
    case 'SubjectErased':
      return forgottenIn(stored)
    default:
      throw new Error(`the traffic projection does not read ${event.type}`)
  }
}

/** Facts of one visitor stay in order. */
function subjectOf(event: StoredEvent): string {
  const { data, type } = event
  const profileId = idIn(data.profileId)
  if (type === 'PagePreviewed') return `preview|${profileId}`
  return visitorSubject(profileId, idIn(data.visitorId))
}

/** Two round trips per batch, however many events it has, as long as none is late. */
const project =
  (judgedMax: number) =>
  async (tx: BuildTransaction, events: readonly StoredEvent[]): Promise<void> => {
    const batch = events.map(read)
    const facts = batch.filter((fact) => 'eventId' in fact)
    const shared = batch.filter((fact) => fact.kind === 'shared')
    const isForgotten = await forgetMoments(
      tx,
      batch.filter((fact) => fact.kind === 'forgotten'),
    )
    const groups = groupByVisitor(facts)
    const loaded = await loadState(tx, [...groups.keys.values()], bucketKeysOf([...facts, ...shared]))
    const tally = createTally()
    for (const { profileId, app, at } of shared) tally.counter(profileId, dayInSantiago(at), 'shared', app, 1)
    const changes = noChanges()
    await foldVisitors(tx, groups, loaded.visitors, {
      tally,
      judgedMax,
      changes,
      isForgotten,
      flush: () => flushLarge(tx, changes),
    })
    await save(tx, changes, tally, loaded)
  }

/** @param judgedMax facts of one visitor, profile and day; later ones are counted as excess */
export const trafficProjectionOf = (judgedMax: number): Projection => ({
  name: 'traffic',
  version: 7,
  handles: [...TRAFFIC_EVENTS, 'SubjectErased'],
  reads: 'opened',
  tables: TRAFFIC_TABLES,
  views: TRAFFIC_VIEWS,
  subjectOf,
  project: project(judgedMax),
})

export const trafficProjection = trafficProjectionOf(VISITOR_FACTS_A_DAY_MAX)
