/** Progress of projections, which any process can read and is notified of: checkpoints of builds, reports of runners. */
export default `
set local role svc_owner;

create table projection.runners (
  projection text collate "C" not null,
  version integer not null,
  state text not null check (state in ('starting', 'catching-up', 'live', 'stopped')),
  behind_since timestamptz,
  error text,
  primary key (projection, version)
);
comment on table projection.runners is 'What the runner of each projection last reported. Written when it changes; whether a runner is there at all is told by its advisory lock.';
grant select, insert, update on projection.runners to svc_projector;
grant select on projection.runners to svc_reader;

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
revoke execute on function projection.announce_build, projection.announce_runner from public;
reset role;
`
