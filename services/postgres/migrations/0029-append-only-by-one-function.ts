/**
 * Programs append by one function alone, which counts positions and revisions itself, and close no stream. The checks
 * are for new rows: an older log with a forged one opens, no reader sees that row, and `verify history` names it.
 */
export default `
set local role svc_owner;
revoke all on all tables in schema log from svc_app;
grant select on log.events, log.closed_streams to svc_app;

alter table log.events
  add constraint events_position check (position > 0) not valid,
  add constraint events_revision check (revision >= 0) not valid,
  add constraint events_stream check (stream ~ '^[A-Za-z][A-Za-z0-9_.:-]{0,199}$') not valid,
  add constraint events_recorded_at check (isfinite(recorded_at)) not valid;

drop function log.close_stream;
drop function log.append(
  text[], bigint[], integer[], text[], bigint[], uuid[], text[], integer[], text[], text[], timestamptz
);
-- Of two appends to one stream at the same revision the first is written.
create function log.append(
  _streams text[], _expected bigint[],
  _append integer[], _ids uuid[], _types text[], _versions integer[], _data text[], _meta text[],
  _recorded_at timestamptz,
  out head bigint, out refused integer[]
) language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7201001);
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

create or replace function log.probe() returns void
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
revoke execute on all functions in schema log from public;
grant execute on all functions in schema log to svc_app;
reset role;
`
