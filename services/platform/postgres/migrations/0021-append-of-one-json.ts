import { APPEND_LOCK } from './first-release/log.ts'

/**
 * An append is one JSON in place of eight arrays. A batch of which each event begins a stream, as nearly every event
 * does, is written at once: the unique index says whether a stream was there, and only then each append is compared.
 */
export default `
set local role svc_owner;
drop function log.append(text[], bigint[], integer[], uuid[], text[], integer[], text[], text[], timestamptz);
drop table log.closed_streams;

-- One commit under the one lock, which counts positions and revisions itself.
-- An append that saw another revision than there is, is refused by its number; its neighbours are written.
-- Of two appends to one stream at the same revision the first is written.
-- Writers announce their appends afterwards: a commit that notifies has a lock of the whole server until it is flushed.
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

create or replace function log.probe() returns void
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
