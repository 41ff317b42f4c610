/** Progress of whatever follows the log. Projections create the tables of their read models. */
export const PROGRESS_SCHEMA = `
create schema kernel authorization svc_owner;
create schema projection authorization svc_owner;
create schema record authorization svc_owner;
create schema retention authorization svc_owner;
create schema read authorization svc_projector;
set local role svc_owner;
create table kernel.checkpoints (
  name text collate "C" primary key,
  store_id uuid not null,
  position bigint not null default 0,
  last_position bigint,
  last_event uuid,
  last_stream text collate "C",
  last_revision bigint,
  events bigint not null default 0,
  error text
);
comment on table kernel.checkpoints is 'One row a subscription. Its lock says which process handles the next events.';
comment on column kernel.checkpoints.last_event is 'The last event that was handled. A log without it is an older copy that has grown again.';

create table kernel.parked (
  name text collate "C" not null references kernel.checkpoints on delete cascade,
  position bigint not null,
  event_id uuid,
  type text,
  stream text collate "C",
  revision bigint,
  subject text collate "C" not null,
  error text not null,
  is_skipped boolean not null default false,
  erasure_stream text collate "C",
  parked_at timestamptz not null default now(),
  primary key (name, position)
);
create index parked_subjects on kernel.parked (name, subject, position);
comment on column kernel.parked.erasure_stream is 'The erasure that came after it, which is handled again behind it.';

create table kernel.jobs (
  kind text collate "C" not null,
  key text collate "C" not null,
  due_at timestamptz not null,
  set_at timestamptz not null,
  tries integer not null default 0,
  data jsonb not null default '{}',
  primary key (kind, key)
);
create index on kernel.jobs (kind, due_at);
create index on kernel.jobs (set_at);
comment on table kernel.jobs is 'Work that waits for its time. The lock of a row says which process does it.';
comment on column kernel.jobs.set_at is 'Where this lies in the future, the clock was set back, and the job is due.';

create table projection.builds (
  build text collate "C" primary key,
  projection text collate "C" not null,
  version integer not null,
  state text not null check (state in ('active', 'building', 'kept')),
  created_at timestamptz not null,
  kept_at timestamptz,
  caught_up_at timestamptz,
  differing bigint
);
create unique index one_active_build on projection.builds (projection) where state = 'active';
comment on table projection.builds is 'One row a build: its schema and its checkpoint are named after it.';
comment on column projection.builds.kept_at is 'When another build took its place.';
comment on column projection.builds.caught_up_at is 'When its rows first were as far as the log.';
comment on column projection.builds.differing is 'Rows that differ from the live build, as the last comparison found.';

create table record.blocks (
  size bigint primary key,
  day text collate "C" not null,
  through bigint not null,
  leaves bytea not null,
  head json not null
);
alter table record.blocks alter column leaves set storage external;
create index on record.blocks (through);
create index on record.blocks (day, size);
comment on table record.blocks is 'Hashes of up to 4096 events that follow each other. size: events up to its end. day: UTC, of its head. through: position of its last event.';

-- A clock set wrongly ahead erases nobody.
create table retention.clock (
  is_only boolean primary key default true check (is_only),
  believed_at timestamptz not null
);
comment on table retention.clock is 'Follows the clock of the processes. Where that leaps by more than a day, it goes on by a day an hour.';
reset role;
`
