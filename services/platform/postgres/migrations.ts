import type pg from 'pg'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import { withAdvisoryLock, inTransaction } from './in-transaction.ts'
import { openPool } from './pool.ts'
import { LOG_SCHEMA, PROGRESS_SCHEMA } from './schema/log.ts'
import { KEYS_SCHEMA, VAULT_SCHEMA } from './schema/vault.ts'

interface Migration {
  readonly name: string
  readonly sql: string
}

/** Wrapping keys have numbers and no epochs since the whole schema. */
const WITHOUT_EPOCHS = `
set local role svc_owner;
drop table if exists vault.key_epochs;
comment on table vault.subjects is 'One row a person whose texts are stored: the wrapped key, the instant of the last text, and the keyed hash of the mailbox that proves them. Nobody reads texts of a frozen one.';
comment on table vault.id_keys is 'Wrapped keys of keyed hashes (accounts, names).';
comment on table vault.images is 'Pictures by a keyed hash of their content, each with a wrapped key of its own. What nobody uses is removed.';
reset role;
`

/** A wish of a mailbox that had refused all reminders is in the link of its mail alone. */
const WISHES_IN_LINKS = `
set local role svc_owner;
drop table if exists vault.unconfirmed_reminders;
reset role;
`

/** The setting gives the first password alone. */
const WITHOUT_APPLIED_PASSWORDS = `
set local role svc_owner;
drop table if exists vault.applied_passwords;
reset role;
`

/** The last one that the whole schema has in it. */
const WHOLE = '0021-append-of-one-json'
/** In order; one that was released is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { name: WHOLE, sql: [LOG_SCHEMA, PROGRESS_SCHEMA, KEYS_SCHEMA, VAULT_SCHEMA].join('') },
  { name: '0022-without-epochs', sql: WITHOUT_EPOCHS },
  { name: '0024-wishes-in-links', sql: WISHES_IN_LINKS },
  { name: '0025-without-applied-passwords', sql: WITHOUT_APPLIED_PASSWORDS },
]

export const MIGRATION_LOCK = 7_201_000
const CONNECT_MS_MAX = 10_000
const NOT_ALLOWED = '42501'
const NOT_THE_OWNER =
  'La base de datos no está al día, y el usuario con que se abre no puede prepararla: ejecuta npm run ops -- migrate con DATABASE_OWNER_URL de un superusuario o del dueño de sus tablas.'

/** Processes may run it at once. Writes nothing to a current database, so that a login without rights may start. */
export async function migrate(ownerUrl: string, migrations = MIGRATIONS): Promise<readonly string[]> {
  const pool = openPool({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS_MAX, max: 2 })
  try {
    return await withAdvisoryLock(pool, MIGRATION_LOCK, ({ client }) => migrateLocked(client, migrations))
  } catch (error) {
    throw codeOf(error) === NOT_ALLOWED ? new StartError(NOT_THE_OWNER, { cause: error }) : error
  } finally {
    await pool.end()
  }
}

async function migrateLocked(
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const applied = await appliedIn(client)
  refuseUnknown(applied, migrations)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (missing.length > 0 || !(await hasRights(client)))
    await inTransaction(client, () => make(client, missing))
  await client.query(GRANT_TEMP_FILE_LIMIT)
  return missing.map(({ name }) => name)
}

/** Only PostgreSQL 15 and its superuser may grant it; else time alone bounds heavy reads. */
const GRANT_TEMP_FILE_LIMIT = `do $$ begin
  if not has_parameter_privilege('svc_reader', 'temp_file_limit', 'set') then
    execute 'grant set on parameter temp_file_limit to svc_reader';
  end if;
exception when undefined_function or insufficient_privilege then null; end $$`

/** Also without a missing migration, because a dump of a database has no roles. */
async function make(client: pg.PoolClient, missing: readonly Migration[]): Promise<void> {
  await client.query(ROLES)
  await client.query('create schema if not exists migration')
  await client.query(
    'create table if not exists migration.applied (name text primary key, applied_at timestamptz not null default now())',
  )
  for (const { name, sql } of missing) {
    await client.query(sql)
    await client.query('insert into migration.applied (name) values ($1)', [name])
  }
  await client.query(RIGHTS)
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  await grantBuilds(client, rows[0]!.name)
  // PostgreSQL only warns a login that may not grant.
  if (!(await hasRights(client))) throw new StartError(NOT_THE_OWNER)
}

async function hasRights(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(HAS_RIGHTS)
  return rows[0]!.has === true
}

async function appliedIn(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  const { rows: there } = await client.query("select to_regclass('migration.applied') as applied")
  if (there[0]!.applied === null) return new Set()
  const { rows } = await client.query<{ name: string }>('select name from migration.applied')
  return new Set(rows.map(({ name }) => name))
}

/** The projector creates a schema for each build. A copy of the database does not inherit this right. */
export async function grantBuilds(client: pg.ClientBase, database: string): Promise<void> {
  const name = client.escapeIdentifier(database)
  await client.query(`grant create on database ${name} to svc_projector`)
  await client.query(`revoke create on database ${name} from svc_app`)
}

const OLDER =
  'Estos datos son de una versión anterior al 30 de noviembre de 2026: inicia una vez la de ese día (00c3acfa) con esta carpeta (DATA_DIR) o base de datos (DATABASE_URL), y después esta. Para empezar de nuevo, indica una vacía.'

/** Tables of a program from before the whole schema, or of a newer one, may have another meaning. */
function refuseUnknown(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  if (applied.size > 0 && !applied.has(WHOLE)) throw new StartError(OLDER)
  const own = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].find((name) => name > WHOLE && !own.has(name))
  if (unknown !== undefined) {
    throw new StartError(
      `La base de datos es de una versión más nueva (migración ${unknown}). Actualiza el programa y vuelve a iniciarlo.`,
    )
  }
}

/**
 * Roles belong to a server, so a dump lacks them. The product only appends and reads: it cannot rewrite history.
 * The projector owns the read models, and reads neither log nor vault. The migrating login is in all four roles.
 */
const ROLES = `
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
const HAS_RIGHTS = `
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
const RIGHTS = `
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
