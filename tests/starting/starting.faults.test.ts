import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import {
  EMBEDDED_DATABASE,
  startPostgresServer,
} from '@app/services/product/embedded-postgres/postgres-server.ts'
import { freePort, ADMIN_EMAIL, call, login } from '../support/processes/product-calls.ts'
import {
  ownDataFolder,
  ownUsedFolder,
  startProductProcess,
  refusedStart,
} from '../support/processes/product-process.ts'
import { startProgram } from '../support/processes/program.ts'

test('a start that fails names an invalid setting, a wrong Node, an absent database, a bad folder or a missing secret [RUN-7, ACC-22]', async () => {
  const preload = join(import.meta.dirname, 'wrong-zone.preload.cjs')
  for (const [env, words] of [
    [{ PORT: 'abc' }, /^PORT: debe ser un número entero entre 0 y 65535\.$/],
    [
      { NODE_OPTIONS: `--require=${preload}` },
      /^Este Node \(v.*\) calcula mal los días de America\/Santiago/,
    ],
  ] as const) {
    const dataDir = join(await ownDataFolder(), 'data')
    expect(await refusedStart(dataDir, env)).toMatch(words)
    expect(existsSync(dataDir)).toBe(false)
  }
  const absent = { DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none` }
  expect(await refusedStart(await ownDataFolder(), absent)).toMatch(/base de datos .*DATABASE_URL/)
  expect(await refusedStart('/dev/null/x')).toMatch(/^No se puede escribir en la carpeta de datos .*DATA_DIR/)
  const dataDir = await ownDataFolder()
  expect(await refusedStart(dataDir, { NODE_ENV: 'production' })).toMatch(/^JWT_SECRET_FILE: .*production/)
  expect(readdirSync(dataDir)).toEqual([])
})

/** Events of the streams that a start reads first. */
const UNREADABLE = `
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select (select max(position) + 1 from log.events), stream, revision + 1, gen_random_uuid(), type, 1, 'null', meta, now()
  from log.events where stream = 'administrators' order by revision desc limit 1;
  insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
  select (select max(position) + 1 from log.events), stream, max(revision) + 1, gen_random_uuid(), 'ProfileDeactivated', 99, '{}',
    min(meta::text)::json, now()
  from log.events where stream like 'profile-%' group by stream`

test('an unreadable event, or one of a newer program, stops its stream alone, and is named', async () => {
  const { dataDir, password } = await ownUsedFolder()
  await inDatabaseOf(dataDir, async (client) => {
    await client.query(UNREADABLE)
  })
  const product = await startProductProcess({ dataDir })
  expect(product.output()).toMatch(/El evento \d+ \(administrators\) no se puede leer .*Avanzado/)
  expect((await login(product.url, password)).status).toBe(200)
  const ready = await call(`${product.url}/readyz`)
  expect([ready.status, ready.body.status, ready.body.behind]).toEqual([200, 'ready', undefined])
  const position = /El evento (\d+)/.exec(product.output())![1]!
  const program = startProgram('ops', ['admin', 'grant', ADMIN_EMAIL], { dataDir })
  await program.ended
  expect(program.errors()).toContain(`El evento ${position} (administrators)`)
})

/** Works in the database of a product that does not run, past the product. */
async function inDatabaseOf(dataDir: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const password = (await readFile(join(dataDir, 'secrets', 'postgres'), 'utf8')).trim()
  const server = await startPostgresServer({ dataDir, password, say: () => undefined, durable: false })
  const client = new pg.Client({ connectionString: server.url(EMBEDDED_DATABASE) })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
    await server.stop()
  }
}
