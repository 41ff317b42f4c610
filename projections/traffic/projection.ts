import type { StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEventOf } from '@app/contracts/events/catalogue.ts'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { previewAppOf, SHARING_APPS, TRAFFIC_EVENTS, type SharingApp } from '@app/contracts/traffic/kinds.ts'
import { idIn, type BuildTransaction, type Projection } from '@app/services/kernel/models/projection.ts'
import { computeDays, distinct, ALL_DAYS, ALL_VISITOR_DAYS } from './days.ts'
import { NOBODY, type Fact, FACT_COLUMNS, TRAFFIC_TABLES, TRAFFIC_VIEWS } from './tables.ts'
import { judgeDays, judgeAll, visitorDayKeyOf, visitorKeyOf } from './judge.ts'
import { referrerOf, ownExclusionOf, touchedDevice, userAgentOf } from './request-signs.ts'

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

const subjectOf = ({ data, type }: StoredEvent): string =>
  visitorKeyOf({
    profile_id: idIn(data.profileId),
    visitor_id: type === 'PagePreviewed' ? NOBODY : idIn(data.visitorId),
  })

/** Ids, numbers and words of ours, which COPY needs no quotes for. */
const COLUMNS = FACT_COLUMNS.map(([name]) => name)
const lineOf = (fact: Fact): string => COLUMNS.map((name) => fact[name] ?? '\\N').join('\t')

async function project(tx: BuildTransaction, events: readonly StoredEvent[]): Promise<void> {
  const facts = events.map(read)
  await tx.copy('traffic_facts', facts.map(lineOf))
  if (!(await isFinished(tx))) return
  const judged = distinct(
    facts.filter((fact) => fact.is_judged),
    visitorDayKeyOf,
  )
  const changed = await judgeDays(tx, judged)
  const now = changed.map(({ fact }) => fact)
  await computeDays(tx, distinct([...judged, ...now], visitorDayKeyOf), {
    now: [...facts, ...now],
    before: changed.map(({ fact, before }) => ({ ...fact, reason: before })),
  })
}

export const trafficProjection: Projection = {
  name: 'traffic',
  version: 10,
  handles: TRAFFIC_EVENTS,
  tables: TRAFFIC_TABLES,
  views: TRAFFIC_VIEWS,
  subjectOf,
  project,
  finish,
}

/** Young: few rows, as far as the planner knows, and at least twice the pages. */
const TABLE = `select to_regclass('traffic_facts_key') is not null as "isFinished",
    reltuples < 20000 and pg_relation_size(oid) > 2 * 8192 * (relpages + 4) as "isYoung"
  from pg_class where oid = 'traffic_facts'::regclass`

const findTable = async (tx: BuildTransaction) =>
  (await tx.query<{ readonly isFinished: boolean; readonly isYoung: boolean }>(TABLE))[0]!

const FACTS_FOUND = [
  'create unique index traffic_facts_key on traffic_facts (profile_id, visitor_id, day, is_judged, position)',
  'analyze traffic_facts',
]
/** Facts of a card lie scattered among those of others: figures with a filter find all that they count in one index. */
const FILTERED = 'visitor_id, day, hour, kind, network, source, referrer, device, reason'
const JUDGED = [
  `create index on traffic_facts (profile_id, at) include (${FILTERED})`,
  'create index on traffic_facts (profile_id, position)',
  ALL_VISITOR_DAYS,
  'create unique index on traffic_visitor_days (profile_id, visitor_id, day)',
  'create index on traffic_visitor_days (profile_id, day)',
  ...['visit_before', 'engaged_before'].map(
    (before) =>
      `create index on traffic_visitor_days (profile_id, ${before}, day) where ${before} > '-infinity'`,
  ),
  'analyze traffic_visitor_days',
  ALL_DAYS,
  'create unique index on traffic_days (profile_id, day)',
]

/** A build has facts alone until it reaches the end of the log; here it gets judgements, days and keys at once. */
async function finish(tx: BuildTransaction): Promise<void> {
  if ((await findTable(tx)).isFinished) return
  await tx.query('set local statement_timeout = 0')
  await tx.query(`set local work_mem = '32MB'`)
  await tx.query('set local default_statistics_target = 10')
  for (const text of FACTS_FOUND) await tx.query(text)
  await judgeAll(tx)
  for (const text of JUDGED)
    if (tx.isThrownAway !== true || !text.startsWith('create index')) await tx.query(text)
}

/** Analyses young tables, which the planner takes for empty. @returns whether the build is finished */
async function isFinished(tx: BuildTransaction): Promise<boolean> {
  const table = await findTable(tx)
  if (table.isFinished && table.isYoung)
    for (const name of ['traffic_facts', 'traffic_visitor_days']) await tx.query(`analyze ${name}`)
  return table.isFinished
}
