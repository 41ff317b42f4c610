const APPEND_LOCK = 7_201_001

/** Programs append by one function alone, which counts positions and revisions itself. */
export const LOG_SCHEMA = `
create schema log authorization svc_owner;
set local role svc_owner;
create table log.events (
  position bigint primary key,
  stream text collate "C" not null,
  revision bigint not null,
  id uuid not null,
  type text collate "C" not null,
  version integer not null,
  data json not null,
  meta json not null,
  recorded_at timestamptz not null,
  unique (stream, revision)
);
alter table log.events
  add constraint events_position check (position > 0) not valid,
  add constraint events_revision check (revision >= 0) not valid,
  -- To count up to 200 within the expression took longer than the rest of an append.
  add constraint events_stream check (length(stream) <= 200 and stream ~ '^[A-Za-z][A-Za-z0-9_.:-]*$') not valid,
  add constraint events_recorded_at check (isfinite(recorded_at)) not valid,
  -- Twice what the product's own check allows.
  add constraint events_size check (octet_length(data::text) + octet_length(meta::text) <= 524288) not valid;
comment on table log.events is 'The truth. Positions have no gaps and become visible in order: one writer at a time.';

create table log.write_probe (
  one_row boolean primary key default true check (one_row),
  probed_at timestamptz not null
);
insert into log.write_probe (probed_at) values ('-infinity');
comment on table log.write_probe is 'Written after a failed append, to know whether the log can be written again.';

-- One commit under the one lock. An append that saw another revision than there is, is refused by its number; its
-- neighbours are written. Of two appends to one stream at the same revision the first is written.
-- A batch of which each event begins a stream, as nearly every event does, is written at once: the unique index says
-- whether a stream was there, and only then each append is compared.
create function log.append(
  _events json, _begin_streams boolean, _recorded_at timestamptz, out head bigint, out refused integer[]
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(${APPEND_LOCK});
  select greatest(max(e.position), 0) into head from log.events e;
  if _begin_streams then
    begin
      insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
      select head + e.n, e.stream, 0, e.id, e.type, e.version, e.data, e.meta, _recorded_at
      from rows from (
        json_to_recordset(_events) as (stream text, id uuid, type text, version integer, data json, meta json)
      ) with ordinality e(stream, id, type, version, data, meta, n);
      refused := '{}';
      return;
    exception when unique_violation then null;
    end;
  end if;
  with given as materialized (
    select * from rows from (
      json_to_recordset(_events)
        as (append integer, stream text, expected bigint, id uuid, type text, version integer, data json, meta json)
    ) with ordinality e(append, stream, expected, id, type, version, data, meta, n)
  ), appends as (
    select distinct on (g.append) g.append, g.stream, g.expected from given g order by g.append, g.n
  ), judged as (
    select a.*, row_number() over (partition by a.stream, a.expected order by a.append) > 1
      or a.expected is distinct from (
        select coalesce(max(e.revision), -1) from log.events e
        where e.stream = a.stream and e.position > 0 and e.revision >= 0
      ) as is_refused
    from appends a
  ), written as (
    insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
    select head + row_number() over (order by g.n), j.stream,
           j.expected + row_number() over (partition by g.append order by g.n), g.id, g.type, g.version,
           g.data, g.meta, _recorded_at
    from given g join judged j using (append) where not j.is_refused
  )
  select coalesce(array_agg(j.append order by j.append) filter (where j.is_refused), '{}') into refused
  from judged j;
end $$;

-- Fails as an append would: one is made and undone, which leaves nothing, then a row is written durably.
create function log.probe() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  begin
    perform log.append(
      json_build_array(json_build_object(
        'stream', 'write-probe', 'id', gen_random_uuid(), 'type', 'Probed', 'version', 1,
        'data', json_build_object(), 'meta', json_build_object()
      )), true, now()
    );
    raise exception 'undo';
  exception when raise_exception then null;
  end;
  update log.write_probe set probed_at = now();
end $$;
reset role;
`

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
