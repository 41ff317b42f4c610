/** Progress of all that follows the log. Projections create the tables of their read models. */
const PROJECTIONS = `
create schema projection authorization svc_owner;
create schema reaction authorization svc_owner;
create schema reminder authorization svc_owner;
create schema retention authorization svc_owner;
create schema read authorization svc_projector;
set local role svc_owner;

create table projection.builds (
  build text collate "C" primary key,
  projection text collate "C" not null,
  version integer not null,
  state text not null check (state in ('active', 'building', 'kept')),
  store_id uuid not null,
  position bigint not null default 0,
  created_at timestamptz not null,
  mark_position bigint,
  mark_stream text collate "C",
  mark_revision bigint,
  mark_id uuid,
  until bigint,
  kept_at timestamptz,
  events bigint default 0,
  caught_up_at timestamptz,
  is_paused boolean not null default false,
  error text,
  differing bigint
);
create unique index one_active_build on projection.builds (projection) where state = 'active';
comment on table projection.builds is 'One row a build: its schema is named after it, and its checkpoint moves with its rows.';
comment on column projection.builds.mark_id is 'The id of the last event in the rows. A log without it is an older copy that has grown again.';
comment on column projection.builds.until is 'Its rows end at this position, but for erasures. Null: it follows the log.';
comment on column projection.builds.kept_at is 'When another build took its place.';
comment on column projection.builds.events is 'Read into its rows so far. Null: it is older than this count.';
comment on column projection.builds.caught_up_at is 'When its rows first were as far as the log.';
comment on column projection.builds.is_paused is 'Nobody folds it. No query sees it.';
comment on column projection.builds.error is 'Why it stopped, until it goes on.';
comment on column projection.builds.differing is 'Rows that differ from the live build, as the last comparison found.';

create table projection.parked (
  build text collate "C" not null references projection.builds on delete cascade,
  position bigint not null,
  event_id uuid,
  type text,
  subject text collate "C" not null,
  error text not null,
  parked_at timestamptz not null,
  -- What folding it again needs: its key in the log, and the erasure that came after it.
  stream text collate "C",
  revision bigint,
  erasure_stream text collate "C",
  is_skipped boolean not null default false,
  primary key (build, position)
);
create index parked_subjects on projection.parked (build, subject, position);

create table projection.runners (
  projection text collate "C" not null,
  version integer not null,
  state text not null check (state in ('starting', 'catching-up', 'live', 'stopped')),
  behind_since timestamptz,
  error text,
  primary key (projection, version)
);
comment on table projection.runners is 'What the runner of each projection last reported. Written when it changes; whether a runner is there at all is told by its advisory lock.';

create table projection.relay (
  store_id uuid primary key,
  position bigint not null default 0,
  epoch bigint not null default 0,
  until timestamptz
);
comment on table projection.relay is 'All events up to the position are in Kafka. Whoever has the lease sends the next ones; each new lease raises the epoch, under which alone the row may be written.';

-- Sent with the commit of the row. At most one a row and transaction, as each batch updates its row once.
create function projection.announce_build() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform pg_notify('projection_moved', '');
  else
    perform pg_notify('projection_moved', concat_ws(' ', new.projection, new.build, new.state, new.position));
  end if;
  return null;
end $$;
create trigger announce_build after insert or update or delete on projection.builds
  for each row execute function projection.announce_build();

create function projection.announce_runner() returns trigger language plpgsql as $$
begin
  perform pg_notify('projection_moved', '');
  return null;
end $$;
create trigger announce_runner after insert or update on projection.runners
  for each statement execute function projection.announce_runner();

create table reaction.checkpoints (
  name text collate "C" primary key,
  store_id uuid not null,
  position bigint not null,
  mark_stream text collate "C",
  mark_revision bigint,
  mark_id uuid
);
comment on table reaction.checkpoints is 'How far each reaction has read the log: what spans two streams is finished by it.';
comment on column reaction.checkpoints.mark_id is 'The id of the last event that was reacted to.';

create table reminder.leases (
  subscription_id uuid primary key,
  -- Of the worker that has it, with a count that grows while it lives.
  lease uuid,
  beat integer not null default 0,
  not_before timestamptz not null,
  waits_for text check (waits_for in ('retry', 'profile', 'morning'))
);
create index on reminder.leases (lease) where lease is not null;
create index on reminder.leases (not_before) where lease is null;
comment on table reminder.leases is 'Due reminders that a worker has, or that wait for another try. May be emptied: the stream of each subscription decides.';

-- A clock set wrongly ahead erases nobody.
create table retention.clock (
  is_only boolean primary key default true check (is_only),
  believed_at timestamptz not null
);
comment on table retention.clock is 'Follows the clock of the processes. Where that leaps by more than a day, it goes on by a day an hour.';
reset role;
`

/**
 * The sealed log's tree. All of it but the cosignatures can be made again from the log; what counts are the signed
 * checkpoints in the log.
 */
const RECORD = `
create schema record authorization svc_owner;
set local role svc_owner;

create table record.tree (
  is_only boolean primary key default true check (is_only),
  store_id uuid not null,
  size bigint not null,
  position bigint not null,
  changes_end bigint not null,
  kept_size bigint not null,
  mark_stream text collate "C",
  mark_revision bigint,
  mark_id uuid
);
comment on table record.tree is 'How far the tree has read the log. changes_end: behind the last leaf that is no seal itself. kept_size: of the largest checkpoint that was kept elsewhere.';

create table record.tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  primary key (level, index)
);
comment on table record.tiles is 'Tiles of C2SP tlog-tiles. A tile grows at its end only, so that a partial one of before is its beginning.';

create table record.leaf_positions (
  tile bigint primary key,
  positions bigint[] not null
);
create unique index on record.leaf_positions ((positions[1]));
comment on table record.leaf_positions is 'Positions in the store of the leaves of each tile of level 0.';

create table record.seals (
  size bigint primary key,
  position bigint not null,
  root bytea not null,
  key_id text collate "C" not null,
  signature bytea not null,
  made_at timestamptz not null
);
comment on table record.seals is 'The LogSealed events that the tree has read. position: of the event.';

create table record.seal_keys (
  key_id text collate "C" primary key,
  vkey text collate "C" not null
);
comment on table record.seal_keys is 'The keys that the log has named.';

create table record.cosignatures (
  witness text collate "C" primary key,
  size bigint not null,
  root bytea not null,
  line text collate "C" not null
);
comment on table record.cosignatures is 'The newest signature of each second party, a line of the checkpoint of that size.';
reset role;
`

export default [PROJECTIONS, RECORD].join('')
