/**
 * A row an event that is no traffic; of those that are counted by the day, a row a day (`day`, `count`) with the position
 * and instant of the first. `entity` is the stream of the profile, account, quotation or code whose life it belongs to, or
 * `log`. `facts` holds what is not personal. `words` (changed texts of a profile or account, before and after) is
 * encrypted with its key, like those of `history_values`, which has the present values of each, so that an edit finds the
 * ones before it. `history_streams` names the entity of streams of which only the first event does. Instants are
 * milliseconds since 1970.
 */
export const HISTORY_TABLES = `
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
export const HISTORY_VIEWS = ['history', 'history_values', 'history_streams', 'history_counts'] as const
