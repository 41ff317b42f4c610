import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { previewAppOf } from '@app/contracts/traffic/preview-app.ts'
import { SHARING_APPS, TRAFFIC_EVENTS, type SharingApp } from '@app/contracts/traffic/traffic-kinds.ts'
import { idIn, type BuildTransaction, type Projection } from '../runtime/projection.ts'
import { finish, followDays } from './days.ts'
import { NOBODY, type Fact } from './fact.ts'
import { judge, visitorKeyOf, type JudgedFact } from './judge.ts'
import { referrerOf } from './referrer.ts'
import { ownExclusionOf } from './robots-previews-owners.ts'
import { FACT_COLUMNS, TRAFFIC_TABLES, TRAFFIC_VIEWS } from './tables.ts'
import { touchedDevice, userAgentOf } from './user-agent.ts'

type Traffic = PastEventOf<'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded'>

const KIND = { ProfileTapped: 'tap', LinkClicked: 'click', ContactDownloaded: 'download' } as const

function factOf(event: Traffic, { id, position, meta }: StoredEvent): Fact {
  const { data } = event
  const { isRobot, device } = userAgentOf(data.userAgent)
  const at = Date.parse(meta.occurredAt)
  const { purpose, request } = data
  const reason = ownExclusionOf({ isRobot, purpose, request, actorKind: meta.actor.kind })
  return {
    profile_id: idIn(data.profileId),
    visitor_id: idIn(data.visitorId),
    position: String(position),
    event_id: idIn(id),
    at,
    ...wallHourInSantiago(at),
    kind: KIND[event.type],
    network: event.type === 'LinkClicked' ? event.data.network : null,
    app: null,
    source: data.source ?? 'link',
    referrer: referrerOf(data.referrer),
    device: event.type === 'ProfileTapped' ? touchedDevice(device, data.userAgent, event.data.touch) : device,
    is_judged: reason === null,
    reason,
  }
}

const isKnownApp = (app: string): app is SharingApp => (SHARING_APPS as readonly string[]).includes(app)

function shareOf({ data }: PastEventOf<'PagePreviewed'>, { id, position, meta }: StoredEvent): Fact {
  const at = Date.parse(meta.occurredAt)
  // The event has what the app was taken for at its time.
  const app = previewAppOf(data.userAgent) ?? data.app
  return {
    profile_id: idIn(data.profileId),
    visitor_id: NOBODY,
    position: String(position),
    event_id: idIn(id),
    at,
    ...wallHourInSantiago(at),
    kind: 'share',
    network: null,
    app: isKnownApp(app) ? app : 'other',
    source: null,
    referrer: null,
    device: null,
    is_judged: false,
    reason: null,
  }
}

function read(stored: StoredEvent): Fact {
  const event = readEvent(stored)
  switch (event.type) {
    case 'ProfileTapped':
    case 'LinkClicked':
    case 'ContactDownloaded':
      return factOf(event, stored)
    case 'PagePreviewed':
      return shareOf(event, stored)
    default:
      throw new Error(`the traffic projection does not read ${event.type}`)
  }
}

/** Facts of one visitor stay in order. */
const subjectOf = ({ data, type }: StoredEvent): string =>
  visitorKeyOf({
    profile_id: idIn(data.profileId),
    visitor_id: type === 'PagePreviewed' ? NOBODY : idIn(data.visitorId),
  })

/** Each day is found along the whole key, past facts that are not judged. */
const AROUND = `select f.profile_id, f.visitor_id, f.position, f.event_id, f.at, f.day::text, f.kind, f.reason
  from unnest($1::uuid[], $2::uuid[], $3::date[]) k (profile_id, visitor_id, day)
  cross join generate_series(-1, 1) after
  cross join lateral (select * from traffic_facts t where t.profile_id = k.profile_id and t.visitor_id = k.visitor_id
    and t.day = k.day + after and t.is_judged offset 0) f`

async function factsAround(tx: BuildTransaction, facts: readonly Fact[]): Promise<readonly JudgedFact[]> {
  const days = new Map(facts.map((fact) => [`${visitorKeyOf(fact)}|${fact.day}`, fact]))
  const keys = [...days.values()]
  const rows = await tx.query<JudgedFact>(AROUND, [
    keys.map(({ profile_id }) => profile_id),
    keys.map(({ visitor_id }) => visitor_id),
    keys.map(({ day }) => day),
  ])
  return [...new Map(rows.map((row) => [row.position, { ...row, at: Number(row.at) }])).values()]
}

const ADD = `insert into traffic_facts select * from unnest(${FACT_COLUMNS.map(
  ([, type], nth) => `$${nth + 1}::${type.split(' ')[0]}[]`,
).join(', ')})`
/** Ids, numbers and words of ours, which need no quotes: the driver would look for some in each. */
const listOf = (values: readonly Fact[keyof Fact][]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

const CHANGE = `update traffic_facts f set reason = c.reason from json_populate_recordset(null::traffic_facts, $1) c
  where (f.profile_id, f.visitor_id, f.day, f.is_judged, f.position) = (c.profile_id, c.visitor_id, c.day, true, c.position)`

async function project(tx: BuildTransaction, events: readonly StoredEvent[]): Promise<void> {
  const facts = events.map(read)
  const judged = facts.filter((fact) => fact.is_judged)
  const { added, changed } = judge(facts, judged.length === 0 ? [] : await factsAround(tx, judged))
  await tx.query(
    ADD,
    FACT_COLUMNS.map(([name]) => listOf(added.map((fact) => fact[name]))),
  )
  if (changed.length > 0) await tx.query(CHANGE, [JSON.stringify(changed)])
  await followDays(tx, added, changed)
}

export const trafficProjection: Projection = {
  name: 'traffic',
  version: 8,
  handles: TRAFFIC_EVENTS,
  tables: TRAFFIC_TABLES,
  views: TRAFFIC_VIEWS,
  subjectOf,
  project,
  finish,
}
