/**
 * A role for the projector, which becomes the owner of all read models, and can neither read the vault nor write the log.
 * Also a row to write when a probe has to find out whether the log is writable.
 */
export default `
do $$
begin
  begin
    create role svc_projector nologin;
  exception when duplicate_object or unique_violation then null;
  end;
  execute format('grant svc_projector to %I', current_user);
end $$;

-- Read models and their views were the app's. Their schemas go first: whoever takes a table over needs a place to make it.
do $$
declare name text;
begin
  execute format('grant create on database %I to svc_projector', current_database());
  for name in select nspname from pg_namespace where nspowner = 'svc_app'::regrole loop
    execute format('alter schema %I owner to svc_projector', name);
  end loop;
end $$;
reassign owned by svc_app to svc_projector;

set local role svc_owner;
grant usage on schema projection to svc_projector;
grant select, insert, update, delete on all tables in schema projection to svc_projector;
revoke all on all tables in schema projection from svc_app;
revoke usage on schema projection from svc_app;

create table log.write_probe (
  one_row boolean primary key default true check (one_row),
  probed_at timestamptz not null
);
insert into log.write_probe (probed_at) values ('-infinity');
comment on table log.write_probe is 'Written after a failed append, to know whether the log can be written again.';
grant select, update on log.write_probe to svc_app;

-- Fails as an append would: one is made and undone, which leaves nothing and wakes nobody, then a row is written durably.
create function log.probe() returns void language plpgsql as $$
begin
  begin
    perform log.append(
      array['write-probe'], array[-1::bigint], array[1], array['write-probe'], array[0::bigint],
      array[gen_random_uuid()], array['Probed'], array[1], array['{}'], array['{}'], now()
    );
    raise exception 'undo';
  exception when raise_exception then null;
  end;
  update log.write_probe set probed_at = now();
end $$;
revoke execute on function log.probe from public;
grant execute on function log.probe to svc_app;
reset role;

set local role svc_projector;
alter default privileges in schema read grant select on tables to svc_reader;
reset role;
`
