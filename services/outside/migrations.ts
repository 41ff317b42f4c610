import pg from 'pg'
import { LOG } from './migrations/0001-log.ts'
import { VAULT } from './migrations/0002-vault.ts'
import { PROJECTIONS } from './migrations/0003-projections.ts'
import { ACCOUNTS } from './migrations/0004-accounts.ts'
import { KEY_LOSSES } from './migrations/0005-key-losses.ts'
import { STATE_SNAPSHOTS } from './migrations/0006-state-snapshots.ts'
import { MAIL_QUEUE } from './migrations/0007-mail-queue.ts'
import { StartError } from './start-error.ts'

/** In order; one that has run anywhere is never edited. */
const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-log', sql: LOG },
  { name: '0002-vault', sql: VAULT },
  { name: '0003-projections', sql: PROJECTIONS },
  { name: '0004-accounts', sql: ACCOUNTS },
  { name: '0005-key-losses', sql: KEY_LOSSES },
  { name: '0006-state-snapshots', sql: STATE_SNAPSHOTS },
  { name: '0007-mail-queue', sql: MAIL_QUEUE },
]

const MIGRATION_LOCK = 7201000

/** Brings a database up to date, each migration in a transaction of its own; several processes may try at once. */
export async function migrate(ownerUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('create schema if not exists migration')
    await client.query(
      'create table if not exists migration.applied (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from migration.applied')
    const applied = new Set(rows.map(({ name }) => name))
    refuseUnknown(applied)
    const missing = MIGRATIONS.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    await grantBuilds(client)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The projector makes a schema a build. A right of the database itself, which a copy of the database does not inherit. */
async function grantBuilds(client: pg.Client): Promise<void> {
  await client.query(
    "do $$ begin execute format('grant create on database %I to svc_app', current_database()); end $$",
  )
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

async function apply(client: pg.Client, { name, sql }: { name: string; sql: string }): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration.applied (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
