import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { withAdvisoryLock } from './advisory-lock.ts'
import { inTransaction } from './in-transaction.ts'
import { LOG } from './migrations/0001-log.ts'
import { VAULT } from './migrations/0002-vault.ts'
import { PROJECTIONS } from './migrations/0003-projections.ts'
import { ACCOUNTS } from './migrations/0004-accounts.ts'
import { KEY_LOSSES } from './migrations/0005-key-losses.ts'
import { STATE_SNAPSHOTS } from './migrations/0006-state-snapshots.ts'
import { MAIL_QUEUE } from './migrations/0007-mail-queue.ts'
import { LOGINS } from './migrations/0008-logins.ts'
import { WAYS_IN } from './migrations/0009-ways-in.ts'
import { SESSIONS } from './migrations/0010-sessions.ts'
import { KEY_EPOCHS } from './migrations/0011-key-epochs.ts'
import { ID_KEYS_TABLE } from './migrations/0012-id-keys.ts'
import { PARKED_CAUSES } from './migrations/0013-parked-causes.ts'
import { SEALED_PICTURES } from './migrations/0015-sealed-pictures.ts'
import { PROGRESS } from './migrations/0016-progress.ts'
import { REMINDERS } from './migrations/0017-reminders.ts'
import { VAULT_IDENTITY } from './migrations/0018-vault-identity.ts'
import { LOG_MARKS } from './migrations/0019-log-marks.ts'
import { openPool } from './pool.ts'
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
]

/** Held while the database is brought up to date. */
export const MIGRATION_LOCK = 7_201_000
const CONNECT_MS_MAX = 10_000
const READY_MS_MAX = 60_000
const ASK_EVERY_MS = 200
/** The server is there, but still starts or recovers, is just stopping, or has no room for a connection at the moment. */
const NOT_YET = ['57P03', '57P01', '57P02', '53300']

/** Brings a database up to date; one that is starting, or recovers after a crash, is waited for. */
export async function migrateWhenReady(ownerUrl: string): Promise<void> {
  for (let waited = 0; ; waited += ASK_EVERY_MS) {
    try {
      await migrate(ownerUrl)
      return
    } catch (error) {
      if (!NOT_YET.includes(codeOf(error) ?? '') || waited >= READY_MS_MAX) throw error
      await pause(ASK_EVERY_MS)
    }
  }
}

/** Brings a database up to date, each migration in a transaction of its own; several processes may try at once. */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const pool = openPool({ connectionString: ownerUrl, connectionTimeoutMillis: CONNECT_MS_MAX, max: 1 })
  try {
    return await withAdvisoryLock(pool, MIGRATION_LOCK, ({ client }) => migrateLocked(client))
  } finally {
    await pool.end()
  }
}

async function migrateLocked(client: pg.PoolClient): Promise<readonly string[]> {
  await client.query('create schema if not exists migration')
  await client.query(
    'create table if not exists migration.applied (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rows } = await client.query<{ name: string }>('select name from migration.applied')
  const applied = new Set(rows.map(({ name }) => name))
  refuseUnknown(applied)
  const missing = MIGRATIONS.filter(({ name }) => !applied.has(name))
  for (const migration of missing) await apply(client, migration)
  const { rows: here } = await client.query<{ name: string }>('select current_database() as name')
  await grantBuilds(client, here[0]!.name)
  return missing.map(({ name }) => name)
}

/** The projector makes a schema a build. A right of the database itself, which a copy of the database does not inherit. */
export async function grantBuilds(client: pg.ClientBase, database: string): Promise<void> {
  const name = client.escapeIdentifier(database)
  await client.query(`grant create on database ${name} to svc_projector`)
  await client.query(`revoke create on database ${name} from svc_app`)
}

/** A newer program has been here: its tables may mean something that this one does not know. */
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
