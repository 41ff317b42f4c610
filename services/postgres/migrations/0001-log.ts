/**
 * The log and the three roles. The app may only append to the log and read it, so that a compromised program cannot
 * rewrite history. The login that migrates becomes a member of all three.
 */
export default `
do $$
declare name text;
begin
  foreach name in array array['svc_owner', 'svc_app', 'svc_reader'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
    execute format('grant %I to %I', name, current_user);
  end loop;
end $$;

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
comment on table log.events is 'The truth. Positions have no gaps and become visible in order: one writer at a time.';

create table log.closed_streams (
  stream text collate "C" primary key,
  closed_at timestamptz not null
);

-- One commit: takes the one lock, looks at each append's stream, writes what may be written.
-- An append that saw another revision than there is, is refused by its index; its neighbours are written.
create function log.append(
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
  if found then
    perform pg_notify('log_grown', '');
  end if;
end $$;

-- Closes the stream if its last revision (-1: no stream) is the expected one and it was not closed before.
create function log.close_stream(
  _stream text, _expected bigint, _closed_at timestamptz, out actual bigint, out was_closed boolean
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7201001);
  select coalesce(max(revision), -1) into actual from log.events where stream = _stream;
  was_closed := exists (select from log.closed_streams where stream = _stream);
  if actual = _expected and actual >= 0 and not was_closed then
    insert into log.closed_streams (stream, closed_at) values (_stream, _closed_at);
  end if;
end $$;

grant usage on schema log to svc_app;
grant select, insert on log.events, log.closed_streams to svc_app;
revoke execute on all functions in schema log from public;
grant execute on all functions in schema log to svc_app;
reset role;
`
