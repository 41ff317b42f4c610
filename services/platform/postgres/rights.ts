/**
 * Roles belong to a server, so a dump of a database lacks them. The product may only append to the log and read it, so
 * that a compromised program cannot rewrite history; the projector owns the read models, and reads neither log nor vault.
 * The login that migrates becomes a member of all four roles.
 */
export const ROLES = `
do $$
declare name text;
begin
  foreach name in array array['svc_owner', 'svc_app', 'svc_reader', 'svc_projector'] loop
    begin
      if to_regrole(name) is null then execute format('create role %I nologin', name); end if;
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      execute format('grant %I to %I', name, current_user);
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$;
`

/** A right of each role on what it needs first: a dump that was restored without roles lacks them. */
export const HAS_RIGHTS = `
select bool_and(coalesce(has_schema_privilege(to_regrole(role)::oid, name, needed), false))
  and has_database_privilege(to_regrole('svc_projector')::oid, current_database(), 'create')
  and not has_database_privilege(to_regrole('svc_app')::oid, current_database(), 'create') as has
from (values
  ('svc_owner', 'log', 'create'), ('svc_app', 'log', 'usage'), ('svc_app', 'migration', 'usage'),
  ('svc_projector', 'read', 'create'), ('svc_projector', 'projection', 'usage'), ('svc_reader', 'read', 'usage')
) as rights (role, name, needed)`

const OWNERS = `
do $$
declare change text;
begin
  foreach change in array (
    with owned as (
      select oid, case when nspname = 'read' or b.build is not null then 'svc_projector' else 'svc_owner' end as owner
      from pg_namespace left join projection.builds b on b.build = nspname
      where nspname in ('log', 'vault', 'projection', 'kernel', 'retention', 'record', 'read')
         or b.build is not null
    )
    select array_agg(format('alter %s owner to %I', changed.name, owner) order by place)
    from owned, lateral (
      select 1 as place, 'schema ' || oid::regnamespace as name
      union all
      select 2, 'table ' || c.oid::regclass from pg_class c where c.relnamespace = owned.oid and c.relkind in ('r', 'v')
      union all
      select 2, 'routine ' || p.oid::regprocedure from pg_proc p where p.pronamespace = owned.oid
    ) changed
  ) loop
    execute change;
  end loop;
end $$;
`

/** Owners and rights of all that migrations and builds make. May be repeated. */
export const RIGHTS = `
${OWNERS}
grant usage on schema log, vault, kernel, retention, migration to svc_app;
grant select on log.events, migration.applied to svc_app;
revoke execute on all functions in schema log, projection from public;
grant execute on all functions in schema log to svc_app;
grant select, insert, update, delete on all tables in schema vault to svc_app;
revoke update, delete on vault.identity from svc_app;
grant select, insert, update on retention.clock to svc_app;
grant select, insert, update, delete on kernel.jobs to svc_app;

grant usage on schema projection, kernel, record to svc_projector, svc_reader;
grant select, insert, update, delete on projection.builds to svc_projector;
grant select, insert, update, delete on all tables in schema kernel to svc_projector;
grant select, insert, update, delete on all tables in schema record to svc_projector;

grant usage on schema read to svc_reader;
grant select on all tables in schema projection, kernel, record, read to svc_reader;
alter default privileges for role svc_projector in schema read grant select on tables to svc_reader;
`
