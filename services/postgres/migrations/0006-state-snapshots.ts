/** Cached states of long streams. */
export default `
set local role svc_owner;

create table vault.state_snapshots (
  stream text collate "C" primary key,
  fold text collate "C" not null,
  version integer not null,
  store_id uuid not null,
  -- Of the last event in it.
  revision bigint not null,
  last_id uuid not null,
  sealed bytea not null
);
comment on table vault.state_snapshots is 'Folded states, sealed with the key of the person whom the stream is about, and gone with it. Derived: may be emptied at any time.';

create function vault.drop_snapshot() returns trigger language plpgsql
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from vault.state_snapshots where stream = old.subject;
  return null;
end
$$;
create trigger snapshot_loss after update or delete on vault.subject_keys
  for each row when (old.wrapped_key <> '') execute function vault.drop_snapshot();

grant select, insert, update, delete on vault.state_snapshots to svc_app;
reset role;
`
