import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { grantBuilds, migrate } from '@app/postgres/migrations.ts'
import { withConnection } from '@app/postgres/connection.ts'

export interface TestDatabase {
  /** As the server's superuser. */
  readonly url: string
  /** Needed only where many are made: the run's end deletes all. */
  drop(): Promise<void>
}

const TEMPLATE = 'app_template'
const TEMPLATE_LOCK = 20_260_001

/** A migrated database of one test, on the run's common server, with an empty product. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withConnection(serverUrl, async (client) => {
    await ensureTemplate(client, serverUrl)
    await client.query(`create database ${name} template ${TEMPLATE} strategy file_copy`)
    await grantBuilds(client, name)
  })
  return { url: databaseUrl(serverUrl, name), drop }

  function drop(): Promise<void> {
    return withConnection(serverUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
    })
  }
}

/** Migrations run once a run: the first test that wants a database makes the template, its rivals wait. */
async function ensureTemplate(client: pg.Client, serverUrl: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [TEMPLATE])
    if (!found.rowCount) await makeTemplate(client, serverUrl)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
}

/** Takes its name only when it is complete, so that migrations that fail are run (and fail) again. */
async function makeTemplate(client: pg.Client, serverUrl: string): Promise<void> {
  const draft = `${TEMPLATE}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  await migrate(databaseUrl(serverUrl, draft))
  await client.query(`alter database ${draft} rename to ${TEMPLATE}`)
  await client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`)
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
