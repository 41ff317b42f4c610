import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { previewAppOf, SHARING_APPS, TRAFFIC_EVENTS, type SharingApp } from '@app/contracts/traffic/kinds.ts'
import { idIn, type BuildTransaction, type Projection } from '@app/services/kernel/models/projection.ts'
import { computeDays } from './days.ts'
import { finish, isFinished } from './finish-build.ts'
import { NOBODY, type Fact, FACT_COLUMNS, TRAFFIC_TABLES, TRAFFIC_VIEWS } from './tables.ts'
import {
  changeReasons,
  factsAround,
  judge,
  visitorDayKeyOf,
  withoutExcess,
  type JudgedFact,
} from './judge.ts'
import { referrerOf, ownExclusionOf, touchedDevice, userAgentOf } from './request-signs.ts'

type TrafficEvent = PastEventOf<(typeof TRAFFIC_EVENTS)[number]>

const KIND = {
  ProfileTapped: 'tap',
  LinkClicked: 'click',
  ContactDownloaded: 'download',
  PagePreviewed: 'share',
} as const

/** The event has what the app was taken for at its time. */
function appOf({ data }: PastEventOf<'PagePreviewed'>): SharingApp {
  const name = previewAppOf(data.userAgent) ?? data.app
  return SHARING_APPS.find((app) => app === name) ?? 'other'
}

function factOf(stored: StoredEvent): Fact {
  const { id, position, meta } = stored
  const event = readEvent(stored) as TrafficEvent
  const visit = event.type === 'PagePreviewed' ? undefined : event.data
  const at = Date.parse(meta.occurredAt)
  const { day, hour } = wallHourInSantiago(at)
  const { isRobot, device } = userAgentOf(event.data.userAgent)
  const reason = visit ? ownExclusionOf({ ...visit, isRobot, actorKind: meta.actor.kind }) : null
  const touch = event.type === 'ProfileTapped' ? event.data.touch : undefined
  return {
    profile_id: idIn(event.data.profileId),
    visitor_id: visit ? idIn(visit.visitorId) : NOBODY,
    position: String(position),
    event_id: idIn(id),
    at,
    day,
    hour,
    kind: KIND[event.type],
    network: event.type === 'LinkClicked' ? event.data.network : null,
    app: event.type === 'PagePreviewed' ? appOf(event) : null,
    source: visit ? (visit.source ?? 'link') : null,
    referrer: visit ? referrerOf(visit.referrer) : null,
    device: visit ? touchedDevice(device, visit.userAgent, touch) : null,
    is_judged: visit !== undefined && reason === null,
    reason,
  }
}

const subjectOf = ({ data, type }: StoredEvent): string =>
  `${idIn(data.profileId)}|${type === 'PagePreviewed' ? NOBODY : idIn(data.visitorId)}`

/** Ids, numbers and words of ours, which COPY needs no quotes for. */
const COLUMNS = FACT_COLUMNS.map(([name]) => name)
const lineOf = (fact: Fact): string => COLUMNS.map((name) => fact[name] ?? '\\N').join('\t')

const isJudged = (fact: Fact): boolean => fact.is_judged

async function project(tx: BuildTransaction, events: readonly StoredEvent[]): Promise<void> {
  if (!(await isFinished(tx))) return tx.copy('traffic_facts', events, (event) => lineOf(factOf(event)))
  const read = events.map(factOf)
  const touched = [...new Map(read.filter(isJudged).map((fact) => [visitorDayKeyOf(fact), fact])).values()]
  const stored = await factsAround(tx, touched)
  const facts = withoutExcess(read, stored)
  const changes = judge(touched, [...stored, ...facts.filter(isJudged)])
  const changed = new Map(changes.map((change) => [change.position, change.reason]))
  const asJudged = <One extends JudgedFact>(fact: One): One =>
    changed.has(fact.position) ? { ...fact, reason: changed.get(fact.position) } : fact
  const added = facts.map(asJudged)
  await tx.copy('traffic_facts', added, lineOf)
  const isStored = new Set(stored.map(({ position }) => position))
  const ofStored = changes.filter(({ position }) => isStored.has(position))
  const rejudged = await changeReasons(tx, ofStored)
  const judged = [...stored.map(asJudged), ...added.filter(isJudged)]
  await computeDays(tx, [...touched, ...rejudged], judged, { added, rejudged })
}

export const trafficProjection: Projection = {
  name: 'traffic',
  version: 11,
  handles: TRAFFIC_EVENTS,
  tables: TRAFFIC_TABLES,
  views: TRAFFIC_VIEWS,
  readsNoTexts: true,
  subjectOf,
  project,
  finish,
}
