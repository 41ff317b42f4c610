export const APPEND_LOCK = 7_201_001

/** The log. Programs append by one function alone, which counts positions and revisions itself, and close no stream. */
export default `
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

create table log.closed_streams (
  stream text collate "C" primary key,
  closed_at timestamptz not null
);

create table log.write_probe (
  one_row boolean primary key default true check (one_row),
  probed_at timestamptz not null
);
insert into log.write_probe (probed_at) values ('-infinity');
comment on table log.write_probe is 'Written after a failed append, to know whether the log can be written again.';

-- One commit: takes the one lock, looks at each append's stream, writes what may be written.
-- An append that saw another revision than there is, is refused by its index; its neighbours are written.
-- Of two appends to one stream at the same revision the first is written.
-- Writers announce their appends afterwards: a commit that notifies has a lock of the whole server until it is flushed.
create function log.append(
  _streams text[], _expected bigint[],
  _append integer[], _ids uuid[], _types text[], _versions integer[], _data text[], _meta text[],
  _recorded_at timestamptz,
  out head bigint, out refused integer[]
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(${APPEND_LOCK});
  select greatest(max(e.position), 0) into head from log.events e;
  select coalesce(array_agg(a.n::integer order by a.n), '{}') into refused
  from (
    select *, row_number() over (partition by u.stream, u.expected order by u.n) as nth
    from unnest(_streams, _expected) with ordinality u(stream, expected, n)
  ) a
  where a.nth > 1
     or a.expected is distinct from (
       select coalesce(max(e.revision), -1) from log.events e where e.stream = a.stream and e.position > 0 and e.revision >= 0
     )
     or exists (select from log.closed_streams c where c.stream = a.stream);
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select head + row_number() over (order by e.n), a.stream,
         a.expected + row_number() over (partition by a.n order by e.n), e.id, e.type, e.version,
         e.data::json, e.meta::json, _recorded_at
  from unnest(_append, _ids, _types, _versions, _data, _meta)
       with ordinality e(append, id, type, version, data, meta, n)
  join unnest(_streams, _expected) with ordinality a(stream, expected, n) on a.n = e.append
  where a.n <> all (refused);
end $$;

-- Fails as an append would: one is made and undone, which leaves nothing and wakes nobody, then a row is written durably.
create function log.probe() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  begin
    perform log.append(
      array['write-probe'], array[-1::bigint], array[1], array[gen_random_uuid()], array['Probed'], array[1],
      array['{}'], array['{}'], now()
    );
    raise exception 'undo';
  exception when raise_exception then null;
  end;
  update log.write_probe set probed_at = now();
end $$;
reset role;
`
