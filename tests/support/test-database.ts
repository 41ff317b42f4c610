import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import { grantBuilds, migrate } from '@app/services/platform/postgres/migrations.ts'
import { withConnection } from '@app/services/platform/postgres/connection.ts'
import { createPool } from '@app/services/platform/postgres/pool.ts'

/** A state that many tests start from, made once a run by the first of them. */
export interface Template {
  readonly name: string
  /** Starts from a database with an empty product. Leaves no connection open. */
  readonly fill: (url: string) => Promise<void>
}

const MIGRATED = 'app_template'
const TEMPLATE_LOCK = 20_260_001

/** A database of one test, with an empty product or as the template says; the address is the superuser's. */
export async function createTestDatabase(template?: Template) {
  const serverUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await withConnection(serverUrl, async (client) => {
    await underLock(client, () => ensureTemplates(client, serverUrl, template))
    await copy(client, template?.name ?? MIGRATED, name)
  })
  // Needed only where many are made: the run's end deletes all.
  function drop(): Promise<void> {
    return withConnection(serverUrl, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
    })
  }
  return { url: databaseUrl(serverUrl, name), drop }
}

type Login = 'svc_app' | 'svc_projector'

/** As a login of the product, until a file's tests end. To be called outside of tests. */
export function poolOf(url: string, max = 4, role: Login = 'svc_app'): pg.Pool {
  const pool = createPool(url, { role, applicationName: 'test', max })
  afterAll(() => pool.end())
  return pool
}

/** A pool of a new database. */
export const openTestPool = async (max?: number, role?: Login): Promise<pg.Pool> =>
  poolOf((await createTestDatabase()).url, max, role)

async function copy(client: pg.Client, template: string, name: string): Promise<void> {
  await client.query(`create database ${name} template ${template} strategy file_copy`)
  await grantBuilds(client, name)
}

/** The first test that wants a template makes it, its rivals wait. */
async function underLock(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
  try {
    await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
  }
}

async function ensureTemplates(client: pg.Client, serverUrl: string, template?: Template): Promise<void> {
  await ensureTemplate(client, MIGRATED, async (draft) => {
    await client.query(`create database ${draft}`)
    await migrate(databaseUrl(serverUrl, draft))
  })
  if (template === undefined) return
  await ensureTemplate(client, template.name, async (draft) => {
    await copy(client, MIGRATED, draft)
    await template.fill(databaseUrl(serverUrl, draft))
  })
}

/** Takes its name only when it is complete, so that what fails is made (and fails) again. */
async function ensureTemplate(
  client: pg.Client,
  name: string,
  make: (draft: string) => Promise<void>,
): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name])
  if (found.rowCount) return
  const draft = `${name}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await make(draft)
  await client.query(`alter database ${draft} rename to ${name}`)
  await client.query(`alter database ${name} with is_template true allow_connections false`)
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

/** Over TCP on another port of this machine: a test's proxy. */
export function urlThrough(port: number, url: string): string {
  const through = new URL(url)
  through.search = ''
  through.port = String(port)
  return through.href
}

/**
 * An empty database without our schema; gone after the test that asks for it.
 * @param copied address of another one, to be made as a backup of it
 */
export async function ownDatabase(copied?: string): Promise<string> {
  const serverUrl = inject('postgresUrl')
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const run = (text: string): Promise<void> =>
    withConnection(serverUrl, async (client) => void (await client.query(text)))
  const template = copied === undefined ? 'template1' : new URL(copied).pathname.slice(1)
  await run(`create database ${name} template ${template}`)
  onTestFinished(() => run(`drop database if exists ${name} with (force)`))
  return databaseUrl(serverUrl, name)
}
