import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import { COUNTED_BY_DAY, HISTORY_TYPES, type HistoryType } from '@app/contracts/events/history-types.ts'
import type { BuildTransaction, Projection } from '../runtime/projection.ts'
import { entitiesOf, hasWords } from './entities.ts'
import { historyFactOf, type HistoryFact } from './history-fact.ts'
import { plainFactsOf } from './plain-facts.ts'
import { affectsValues, foldValues, forgetValues, type Change } from './values.ts'
import { eraseWords, writeDays, writeRows, type HistoryRow } from './write-rows.ts'

/**
 * A row an event that is no traffic; of those that are counted by the day, a row a day (`day`, `count`) with the position
 * and instant of the first. `entity` is the stream of the profile, account, quotation or code whose life it belongs to, or
 * `log`. `facts` holds what is not personal. `words` (changed texts of a profile or account, before and after) is
 * encrypted with its key, like those of `history_values`, which has the present values of each, so that an edit finds the
 * ones before it. `history_streams` names the entity of streams of which only the first event does. Instants are
 * milliseconds since 1970.
 */
const HISTORY_TABLES = `
create table history (
  position bigint primary key,
  at bigint not null,
  event_id uuid not null,
  stream text collate "C" not null,
  revision bigint not null,
  type text collate "C" not null,
  entity text collate "C" not null,
  actor_kind text not null,
  actor_id text collate "C",
  correlation_id text collate "C" not null,
  causation_id text collate "C",
  day date,
  count integer not null,
  facts jsonb not null,
  words text
);
create index on history (at, position);
create index on history (entity, at, position);
create index on history (entity, type, at, position);
create index on history (actor_id, at, position) where actor_id is not null;
create index on history (actor_id, type, at, position) where actor_id is not null;
create index on history (actor_id, entity, at, position, type) where actor_id is not null;
create index on history (type, at, position);
create index on history (correlation_id, at, position);
create index on history (entity) where words is not null;
create unique index on history (entity, type, day) where day is not null;

create table history_values (
  entity text collate "C" primary key,
  plain jsonb not null,
  words text
);

create table history_streams (
  stream text collate "C" primary key,
  entity text collate "C" not null
);

create table history_counts (
  state text primary key,
  listed integer not null
);
`
const HISTORY_VIEWS = ['history', 'history_values', 'history_streams', 'history_counts'] as const

/** Visitors are named by no line: their ids lead from one of their acts to the next. */
const actorIdOf = ({ kind, id }: HistoryFact['meta']['actor']): string | null =>
  kind === 'visitor' ? null : id

function rowOf(fact: HistoryFact, entity: string, change: Change | undefined): HistoryRow {
  const { event, meta } = fact
  const { plain, words = null } = change ?? {}
  return {
    position: String(fact.position),
    at: fact.atMs,
    event_id: fact.id,
    stream: fact.stream,
    revision: String(fact.revision),
    type: event.type,
    entity,
    actor_kind: meta.actor.kind,
    actor_id: actorIdOf(meta.actor),
    correlation_id: meta.correlationId,
    causation_id: meta.causationId,
    day: COUNTED_BY_DAY.has(event.type as HistoryType) ? dayInSantiago(fact.atMs) : null,
    count: 1,
    facts: { ...plainFactsOf(event), ...(plain as JsonObject | undefined) },
    words,
  }
}

/** The rows of a batch, those that are counted by the day together. */
function batchOf(rows: readonly HistoryRow[]) {
  const days = new Map<string, HistoryRow>()
  for (const row of rows) {
    if (row.day === null) continue
    const key = `${row.entity} ${row.type} ${row.day}`
    const before = days.get(key)
    days.set(key, before === undefined ? row : { ...before, count: before.count + 1 })
  }
  return { others: rows.filter(({ day }) => day === null), days: [...days.values()] }
}

async function project(tx: BuildTransaction, facts: readonly HistoryFact[]): Promise<void> {
  const entities = await entitiesOf(tx, facts)
  const told = facts.map((fact, nth) => ({ fact, entity: entities[nth]! }))
  const changes = await foldValues(
    tx,
    told.filter(({ fact, entity }) => hasWords(entity) && affectsValues(fact.event)),
  )
  const { others, days } = batchOf(
    told.map(({ fact, entity }) => rowOf(fact, entity, changes.get(fact.position))),
  )
  await writeRows(tx, others)
  await writeDays(tx, days)
}

export const historyProjection: Projection = {
  name: 'history',
  version: 5,
  handles: HISTORY_TYPES,
  tables: HISTORY_TABLES,
  views: HISTORY_VIEWS,
  subjectOf: ({ stream }) => stream,
  project: (tx, events) => project(tx, events.map(historyFactOf)),
  forget: async (tx, subjects) => {
    await eraseWords(tx, subjects)
    await forgetValues(tx, subjects)
  },
}
