import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseUrls } from '../platform/postgres/connection.ts'
import { createLog } from '../platform/observability/log.ts'
import { migrate } from '../platform/postgres/migrations.ts'
import { connectionConfig, type DatabaseRole } from '../platform/postgres/pool.ts'
import { loadSecrets, type Secrets } from '../platform/settings/secrets.ts'
import { processesOn } from '../../tests/support/processes/product-process.ts'
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts'

/** Three logins of one real cluster, and the statements that each is denied. */

let dataDir: string
let secrets: Secrets
let embedded: EmbeddedDatabase

const open = async (): Promise<EmbeddedDatabase> =>
  openEmbeddedDatabase({
    dataDir,
    secrets,
    say: () => undefined,
    log: createLog('silent'),
    signal: new AbortController().signal,
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-logins-'))
  secrets = await loadSecrets({
    dataDir,
    secretsDir: join(dataDir, 'secrets'),
    production: false,
    keyFiles: { jwt: undefined, visitor: undefined, seal: undefined },
  })
  embedded = await open()
  await migrate(embedded.urls.owner)
  await connectAll()
})
afterAll(async () => {
  await Promise.all(Object.values(clients).map((client) => client.end()))
  await embedded?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

type Name = Exclude<keyof DatabaseUrls, 'owner'>
const ROLES: Readonly<Record<Name, DatabaseRole>> = {
  app: 'svc_app',
  projector: 'svc_projector',
  reader: 'svc_reader',
}
const NAMES = Object.keys(ROLES) as Name[]

/** Connects as the product does, with the role in the start-up packet. */
async function connect(name: Name): Promise<pg.Client> {
  const client = new pg.Client(
    connectionConfig(embedded.urls[name], { role: ROLES[name], applicationName: 'test' }),
  )
  client.on('error', () => undefined) // the server may stop first
  await client.connect()
  return client
}
let clients: Readonly<Record<Name, pg.Client>>
async function connectAll(): Promise<void> {
  const [app, projector, reader] = await Promise.all([
    connect('app'),
    connect('projector'),
    connect('reader'),
  ])
  clients = { app, projector, reader }
}

async function refusalOf(name: Name, statement: string, before = ''): Promise<unknown> {
  try {
    if (before !== '') await clients[name].query(before)
    await clients[name].query(statement)
    return 'done'
  } catch (error) {
    return (error as { readonly code?: string }).code
  }
}

const DENIED = '42501'
const UPDATE_LOG = "update log.events set type = 'Other'"

describe.each(NAMES)('the login of the %s', (name) => {
  test.each(['set role none', 'reset role', `set role ${ROLES[name]}`, 'set session authorization default'])(
    'keeps its role after «%s»',
    async (escape) => {
      await clients[name].query(escape)
      const { rows } = await clients[name].query(
        'select session_user as session, current_user as current, rolsuper from pg_roles where rolname = current_user',
      )
      expect(rows[0]).toEqual({ session: ROLES[name], current: ROLES[name], rolsuper: false })
      expect(await refusalOf(name, UPDATE_LOG, escape)).toBe(DENIED)
    },
  )

  test.each([
    'set role postgres',
    'set role svc_owner',
    ...NAMES.filter((other) => other !== name).map((other) => `set role ${ROLES[other]}`),
    'set session authorization postgres',
    'create role other superuser',
    "copy (select 1) to program 'id'",
    'alter system set fsync = off',
    UPDATE_LOG,
    'truncate log.events',
  ])('may not: %s [LOG-6]', async (statement) => {
    expect(await refusalOf(name, statement)).toBe(DENIED)
  })
})

test('each login can do its own work', async () => {
  expect(await refusalOf('app', 'select 1 from log.events')).toBe('done')
  expect(await refusalOf('app', 'select 1 from vault.subjects')).toBe('done')
  expect(await refusalOf('projector', 'create view read.one as select 1 as n')).toBe('done')
  expect(await refusalOf('reader', 'select n from read.one')).toBe('done')
  expect(await refusalOf('app', 'select n from read.one')).toBe(DENIED)
})

test('a first start that is ended while the database is made leaves no process running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'app-ended-'))
  const ending = new AbortController()
  const started = openEmbeddedDatabase({
    dataDir: folder,
    secrets: await loadSecrets({
      dataDir: folder,
      secretsDir: join(folder, 'secrets'),
      production: false,
      keyFiles: { jwt: undefined, visitor: undefined, seal: undefined },
    }),
    say: (line) => void (line.startsWith('Creando') && setTimeout(() => ending.abort(), 100)),
    log: createLog('silent'),
    signal: ending.signal,
  })
  await expect(started).rejects.toThrow()
  expect(await processesOn(folder)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})
