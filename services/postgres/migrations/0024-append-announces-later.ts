/**
 * Removes the notification from `log.append`: a commit that notifies has a lock of the whole server until it is flushed,
 * so each commit of a read model waited for the flush of an append. Writers announce their appends afterwards.
 */
export default `
set local role svc_owner;

create or replace function log.append(
  _streams text[], _expected bigint[],
  _append integer[], _event_streams text[], _revisions bigint[], _ids uuid[], _types text[], _versions integer[],
  _data text[], _meta text[], _recorded_at timestamptz,
  out head bigint, out refused integer[]
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7201001);
  select coalesce(max(e.position), 0) into head from log.events e;
  select coalesce(array_agg(a.n::integer order by a.n), '{}') into refused
  from unnest(_streams, _expected) with ordinality a(stream, expected, n)
  where coalesce((select max(e.revision) from log.events e where e.stream = a.stream), -1) <> a.expected
     or exists (select from log.closed_streams c where c.stream = a.stream);
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select head + row_number() over (order by e.n), e.stream, e.revision, e.id, e.type, e.version,
         e.data::json, e.meta::json, _recorded_at
  from unnest(_append, _event_streams, _revisions, _ids, _types, _versions, _data, _meta)
       with ordinality e(append, stream, revision, id, type, version, data, meta, n)
  where e.append <> all (refused);
end $$;
reset role;
`
