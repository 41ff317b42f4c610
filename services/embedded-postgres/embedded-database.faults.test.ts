import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseUrls } from '@app/postgres/connection.ts'
import { createLog } from '@app/observability/log.ts'
import { migrate } from '@app/postgres/migrations.ts'
import { createPool, type DatabaseRole } from '@app/postgres/pool.ts'
import { loadSecrets, type Secrets } from '@app/settings/secrets.ts'
import { processesOn } from '../../tests/support/processes/product-process.ts'
import { openEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts'

/** Three logins of one real cluster, and the statements that each is denied. */

let dataDir: string
let secrets: Secrets
let embedded: EmbeddedDatabase

const secretsIn = (folder: string): Promise<Secrets> =>
  loadSecrets({
    dataDir: folder,
    secretsDir: join(folder, 'secrets'),
    production: false,
    keyFiles: { jwt: undefined, visitor: undefined, seal: undefined },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'app-logins-'))
  secrets = await secretsIn(dataDir)
  const { signal } = new AbortController()
  embedded = await openEmbeddedDatabase({
    dataDir,
    secrets,
    say: () => undefined,
    log: createLog('silent'),
    signal,
  })
  await migrate(embedded.urls.owner)
  // Each as the product connects, with the role in the start-up packet, over one connection.
  const poolOf = (name: Name) =>
    createPool(embedded.urls[name], { role: ROLES[name], applicationName: 'test', max: 1 })
  clients = { app: poolOf('app'), projector: poolOf('projector'), reader: poolOf('reader') }
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

let clients: Readonly<Record<Name, ReturnType<typeof createPool>>>

async function refusalOf(name: Name, statement: string): Promise<unknown> {
  try {
    await clients[name].query(statement)
    return 'done'
  } catch (error) {
    return (error as { readonly code?: string }).code
  }
}

const DENIED = '42501'

test('a login has its own role and no other, and may not change the log [LOG-6]', async () => {
  for (const name of NAMES) {
    for (const escape of ['set role none', 'reset role', 'set session authorization default']) {
      await clients[name].query(escape)
      const { rows } = await clients[name].query(
        'select session_user as session, current_user as current, rolsuper from pg_roles where rolname = current_user',
      )
      expect(rows[0]).toEqual({ session: ROLES[name], current: ROLES[name], rolsuper: false })
    }
    const others = [...Object.values(ROLES), 'svc_owner', 'postgres'].filter((role) => role !== ROLES[name])
    for (const statement of [
      ...others.map((role) => `set role ${role}`),
      "copy (select 1) to program 'id'",
      'alter system set fsync = off',
      "update log.events set type = 'Other'",
    ])
      expect([name, statement, await refusalOf(name, statement)]).toEqual([name, statement, DENIED])
  }
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
    secrets: await secretsIn(folder),
    say: (line) => void (line.startsWith('Creando') && setTimeout(() => ending.abort(), 100)),
    log: createLog('silent'),
    signal: ending.signal,
  })
  await expect(started).rejects.toThrow()
  expect(await processesOn(folder)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})
