import type pg from 'pg'
import { codeOf, StartError } from '@app/contracts/start-error.ts'
import FIRST_RELEASE from './migrations/0001-first-release.ts'
import WITHOUT_WITNESS from './migrations/0002-without-witness.ts'
import REBUILDS_WITHOUT_PAUSE from './migrations/0003-rebuilds-without-pause.ts'
import KERNEL from './migrations/0004-kernel.ts'
import ONE_ROW_A_SUBJECT from './migrations/0005-one-row-a-subject.ts'
import CHECKPOINTS_OF_BUILDS from './migrations/0006-checkpoints-of-builds.ts'
import CHAIN from './migrations/0007-chain.ts'
import WITHOUT_CACHED_STATES from './migrations/0008-without-cached-states.ts'
import FROZEN_SUBJECTS from './migrations/0009-frozen-subjects.ts'
import RELAY_CHECKPOINT from './migrations/0010-relay-checkpoint.ts'
import JOBS from './migrations/0011-jobs.ts'
import ONE_WRAPPING_KEY from './migrations/0012-one-wrapping-key.ts'
import ERRORS_WITHOUT_INSTANT from './migrations/0013-errors-without-instant.ts'
import MAILS_ARE_JOBS from './migrations/0014-mails-are-jobs.ts'
import REMINDERS_ARE_JOBS from './migrations/0015-reminders-are-jobs.ts'
import WITHOUT_STORED_ANSWERS from './migrations/0016-without-stored-answers.ts'
import LAST_TEXTS from './migrations/0019-last-texts.ts'
import APPEND_OF_ONE_JSON from './migrations/0021-append-of-one-json.ts'
import WISHES_IN_LINKS from './migrations/0024-wishes-in-links.ts'
import { withAdvisoryLock } from './advisory-lock.ts'
import { inTransaction } from './in-transaction.ts'
import { openPool, refusePooler } from './pool.ts'
import { HAS_RIGHTS, RIGHTS, ROLES } from './rights.ts'

interface Migration {
  readonly name: string
  readonly sql: string
}

const FIRST = '0001-first-release'
/** In order; one that was released is never edited. */
export const MIGRATIONS: readonly Migration[] = [
  { name: FIRST, sql: FIRST_RELEASE },
  { name: '0002-without-witness', sql: WITHOUT_WITNESS },
  { name: '0003-rebuilds-without-pause', sql: REBUILDS_WITHOUT_PAUSE },
  { name: '0004-kernel', sql: KERNEL },
  { name: '0005-one-row-a-subject', sql: ONE_ROW_A_SUBJECT },
  { name: '0006-checkpoints-of-builds', sql: CHECKPOINTS_OF_BUILDS },
  { name: '0007-chain', sql: CHAIN },
  { name: '0008-without-cached-states', sql: WITHOUT_CACHED_STATES },
  { name: '0009-frozen-subjects', sql: FROZEN_SUBJECTS },
  { name: '0010-relay-checkpoint', sql: RELAY_CHECKPOINT },
  { name: '0011-jobs', sql: JOBS },
  { name: '0012-one-wrapping-key', sql: ONE_WRAPPING_KEY },
  { name: '0013-errors-without-instant', sql: ERRORS_WITHOUT_INSTANT },
  { name: '0014-mails-are-jobs', sql: MAILS_ARE_JOBS },
  { name: '0015-reminders-are-jobs', sql: REMINDERS_ARE_JOBS },
  { name: '0016-without-stored-answers', sql: WITHOUT_STORED_ANSWERS },
  { name: '0019-last-texts', sql: LAST_TEXTS },
  { name: '0021-append-of-one-json', sql: APPEND_OF_ONE_JSON },
  { name: '0024-wishes-in-links', sql: WISHES_IN_LINKS },
]

/** The lock of whoever migrates the database. */
export const MIGRATION_LOCK = 7_201_000
const CONNECT_MS_MAX = 10_000
const NOT_ALLOWED = '42501'
const NOT_THE_OWNER =
  'La base de datos no está al día, y el usuario con que se abre no puede prepararla: ejecuta npm run ops -- migrate con DATABASE_OWNER_URL de un superusuario o del dueño de sus tablas.'

/**
 * Runs all missing migrations in one transaction; several processes may run it concurrently. Writes nothing to a
 * current database, so that a login without the right to change the schema may start the product.
 */
export async function migrate(ownerUrl: string, migrations = MIGRATIONS): Promise<readonly string[]> {
  const pool = openPool({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS_MAX, max: 2 })
  try {
    // First: behind a pooler the lock would stay behind in a connection of others.
    await refusePooler(pool, 'DATABASE_URL (o DATABASE_OWNER_URL)')
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

/** Heavy reads bound what they write to disk. Only PostgreSQL 15 and its superuser may grant that: else time alone bounds it. */
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
  const { rows: there } = await client.query("select to_regclass('migration.applied') as found")
  if (there[0]!.found === null) return new Set()
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
  'Estos datos son de antes de la primera versión publicada, que no los abre: empieza con una carpeta vacía (DATA_DIR) o una base de datos vacía (DATABASE_URL), o vuelve al programa que los creó.'

/** Tables of a program before the first release, or of a newer one, may have another meaning. */
function refuseUnknown(applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  if (applied.size > 0 && !applied.has(FIRST)) throw new StartError(OLDER)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new StartError(
      `La base de datos es de una versión más nueva (migración ${unknown}). Actualiza el programa y vuelve a iniciarlo.`,
    )
  }
}
