import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withAdvisoryLock } from './advisory-lock.ts'
import { inTransaction } from './in-transaction.ts'
import LOG from './migrations/0001-log.ts'
import VAULT from './migrations/0002-vault.ts'
import PROJECTIONS from './migrations/0003-projections.ts'
import ACCOUNTS from './migrations/0004-accounts.ts'
import KEY_LOSSES from './migrations/0005-key-losses.ts'
import STATE_SNAPSHOTS from './migrations/0006-state-snapshots.ts'
import MAIL_QUEUE from './migrations/0007-mail-queue.ts'
import LOGINS from './migrations/0008-logins.ts'
import WAYS_IN from './migrations/0009-ways-in.ts'
import SESSIONS from './migrations/0010-sessions.ts'
import KEY_EPOCHS from './migrations/0011-key-epochs.ts'
import ID_KEYS_TABLE from './migrations/0012-id-keys.ts'
import PARKED_CAUSES from './migrations/0013-parked-causes.ts'
import SEALED_PICTURES from './migrations/0015-sealed-pictures.ts'
import PROGRESS from './migrations/0016-progress.ts'
import REMINDERS from './migrations/0017-reminders.ts'
import VAULT_IDENTITY from './migrations/0018-vault-identity.ts'
import LOG_MARKS from './migrations/0019-log-marks.ts'
import UNCONFIRMED_REMINDERS from './migrations/0022-unconfirmed-reminders.ts'
import APPEND_ANNOUNCES_LATER from './migrations/0024-append-announces-later.ts'
import RECORD from './migrations/0025-record.ts'
import BLOCKED_SUBJECTS from './migrations/0026-blocked-subjects.ts'
import RIGHTS_LINKS from './migrations/0027-rights-links.ts'
import RETENTION from './migrations/0028-retention.ts'
import APPEND_ONLY from './migrations/0029-append-only-by-one-function.ts'
import EVENT_SIZE from './migrations/0030-event-size.ts'
import RELAY from './migrations/0031-relay.ts'
import STREAM_NAMES from './migrations/0032-stream-names.ts'
import PARKED_EVENTS from './migrations/0033-parked-events-leave.ts'
import KEPT_BUILDS from './migrations/0034-kept-builds.ts'
import REBUILD_ORDERS from './migrations/0035-rebuild-orders.ts'
import { openPool } from './pool.ts'
import { refusePooler } from './refuse-pooler.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

/** In order; one that has run anywhere is never edited. */
const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-log', sql: LOG },
  { name: '0002-vault', sql: VAULT },
  { name: '0003-projections', sql: PROJECTIONS },
  { name: '0004-accounts', sql: ACCOUNTS },
  { name: '0005-key-losses', sql: KEY_LOSSES },
  { name: '0006-state-snapshots', sql: STATE_SNAPSHOTS },
  { name: '0007-mail-queue', sql: MAIL_QUEUE },
  { name: '0008-logins', sql: LOGINS },
  { name: '0009-ways-in', sql: WAYS_IN },
  { name: '0010-sessions', sql: SESSIONS },
  { name: '0011-key-epochs', sql: KEY_EPOCHS },
  { name: '0012-id-keys', sql: ID_KEYS_TABLE },
  { name: '0013-parked-causes', sql: PARKED_CAUSES },
  { name: '0015-sealed-pictures', sql: SEALED_PICTURES },
  { name: '0016-progress', sql: PROGRESS },
  { name: '0017-reminders', sql: REMINDERS },
  { name: '0018-vault-identity', sql: VAULT_IDENTITY },
  { name: '0019-log-marks', sql: LOG_MARKS },
  { name: '0022-unconfirmed-reminders', sql: UNCONFIRMED_REMINDERS },
  { name: '0024-append-announces-later', sql: APPEND_ANNOUNCES_LATER },
  { name: '0025-record', sql: RECORD },
  { name: '0026-blocked-subjects', sql: BLOCKED_SUBJECTS },
  { name: '0027-rights-links', sql: RIGHTS_LINKS },
  { name: '0028-retention', sql: RETENTION },
  { name: '0029-append-only-by-one-function', sql: APPEND_ONLY },
  { name: '0030-event-size', sql: EVENT_SIZE },
  { name: '0031-relay', sql: RELAY },
  { name: '0032-stream-names', sql: STREAM_NAMES },
  { name: '0033-parked-events-leave', sql: PARKED_EVENTS },
  { name: '0034-kept-builds', sql: KEPT_BUILDS },
  { name: '0035-rebuild-orders', sql: REBUILD_ORDERS },
]

/** The lock of whoever migrates the database. */
export const MIGRATION_LOCK = 7_201_000
const CONNECT_MS_MAX = 10_000
const READY_MS_MAX = 60_000
const ASK_EVERY_MS = 200
/** The server is starting, recovering or stopping, or has no free connection. */
const NOT_YET = ['57P03', '57P01', '57P02', '53300']
/** The name of a container does not exist while it is stopped or its network is being created. */
const NO_SUCH_NAME = ['ENOTFOUND', 'EAI_AGAIN']

const NOT_ALLOWED = '42501'
const NOT_THE_OWNER =
  'La base de datos no está al día, y el usuario con que se abre no puede prepararla: ejecuta npm run ops -- migrate con DATABASE_OWNER_URL.'

interface Waiting {
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly waitMsMax?: number
}

/**
 * Migrates a database, and waits while it starts, recovers after a crash, or has no address yet.
 * @returns names of the migrations that ran
 */
export async function migrateWhenReady(
  ownerUrl: string,
  { say, signal, waitMsMax = READY_MS_MAX }: Waiting,
): Promise<readonly string[]> {
  const startedMs = performance.now()
  let isSaid = false
  for (;;) {
    try {
      return await migrate(ownerUrl)
    } catch (error) {
      const code = codeOf(error) ?? ''
      const isWaitedFor = NOT_YET.includes(code) || NO_SUCH_NAME.includes(code)
      if (!isWaitedFor || performance.now() - startedMs >= waitMsMax) throw error
      if (!isSaid && NO_SUCH_NAME.includes(code)) {
        say(unknownName(new URL(ownerUrl).hostname, waitMsMax))
        isSaid = true
      }
    }
    await pause(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) throw new StartError('Se interrumpió mientras se esperaba la base de datos.')
  }
}

const unknownName = (host: string, waitMsMax: number): string =>
  `La base de datos (${host}) todavía no existe con ese nombre, como pasa mientras su contenedor está detenido: se sigue intentando por ${Math.ceil(waitMsMax / 1_000)} segundos…`

/**
 * Runs each missing migration in its own transaction; several processes may run it concurrently. Writes nothing to a
 * current database, so that a login without the right to change the schema may start the product.
 */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const pool = openPool({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS_MAX, max: 2 })
  try {
    // First: behind a pooler the lock would stay behind in a connection of others.
    await refusePooler(pool, 'DATABASE_URL (o DATABASE_OWNER_URL)')
    return await withAdvisoryLock(pool, MIGRATION_LOCK, ({ client }) => migrateLocked(client))
  } catch (error) {
    throw codeOf(error) === NOT_ALLOWED ? new StartError(NOT_THE_OWNER, { cause: error }) : error
  } finally {
    await pool.end()
  }
}

async function migrateLocked(client: pg.PoolClient): Promise<readonly string[]> {
  const applied = await appliedIn(client)
  refuseUnknown(applied)
  const missing = MIGRATIONS.filter(({ name }) => !applied.has(name))
  if (missing.length > 0) {
    await client.query('create schema if not exists migration')
    await client.query(
      'create table if not exists migration.applied (name text primary key, applied_at timestamptz not null default now())',
    )
  }
  for (const migration of missing) await apply(client, migration)
  await grantRights(client)
  return missing.map(({ name }) => name)
}

/** The rights of a program that does not open the database as its owner. */
const NEEDED_RIGHTS = `has_database_privilege('svc_projector', current_database(), 'create')
  and has_schema_privilege('svc_app', 'migration', 'usage')
  and has_table_privilege('svc_app', 'migration.applied', 'select')`

async function grantRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; needed: boolean; beyond: boolean }>(
    `select current_database() as name, ${NEEDED_RIGHTS} as needed,
       has_database_privilege('svc_app', current_database(), 'create') as beyond`,
  )
  const { name, needed, beyond } = rows[0]!
  if (needed && !beyond) return
  await client.query('grant usage on schema migration to svc_app')
  await client.query('grant select on migration.applied to svc_app')
  await grantBuilds(client, name)
  // PostgreSQL only warns a login that may not grant.
  const { rows: after } = await client.query<{ needed: boolean }>(`select ${NEEDED_RIGHTS} as needed`)
  if (!after[0]!.needed) throw new StartError(NOT_THE_OWNER)
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

/** Refuses a database of a newer program, because its tables may have another meaning. */
function refuseUnknown(applied: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  const unknown = [...applied].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new StartError(
      `La base de datos es de una versión más nueva (migración ${unknown}). Actualiza el programa y vuelve a iniciarlo.`,
    )
  }
}

const apply = (client: pg.PoolClient, { name, sql }: { name: string; sql: string }): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(sql)
    await client.query('insert into migration.applied (name) values ($1)', [name])
  })
