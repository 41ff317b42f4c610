import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { claimDataFolder, isClaimed } from '@app/settings/data-folder.ts'
import { EMBEDDED_DATABASE, startPostgresServer } from '@app/embedded-postgres/postgres-server.ts'
import { loadSecrets } from '@app/settings/secrets.ts'
import pg from 'pg'
import type { BenchContext } from '../part.ts'
import { ADMINISTRATOR } from '../load/people.ts'
import { sweep } from '../product/postgres.ts'
import { startBenchProduct } from '../product/product.ts'
import { createProgress } from '../product/progress.ts'
import { fill, type Filled } from './fill.ts'
import { madeByThisProgram, membersOf, writeManifest, type Manifest } from './manifest.ts'

/** While the log is filled; after a crash the folder is made anew. */
const TUNING = ["max_wal_size = '16GB'", "checkpoint_timeout = '1h'", "maintenance_work_mem = '1GB'"]

/** Created by the product itself; then log and vault are filled directly. */
export async function makeSizedFolder(
  context: BenchContext,
  dataDir: string,
  events: number,
): Promise<Manifest> {
  const { closing, say } = context
  if (isClaimed(dataDir)) throw new Error(`${dataDir} is in use by another process`)
  await sweep(dataDir)
  const product = await startBenchProduct(context, { DATA_DIR: dataDir, ...ADMINISTRATOR })
  await product.stop()
  const claim = await claimDataFolder(dataDir)
  closing.add(() => claim.release())
  const secrets = await loadSecrets({
    dataDir,
    secretsDir: join(dataDir, 'secrets'),
    production: false,
    files: {},
    random: randomBytes,
  })
  const server = await startPostgresServer({
    dataDir,
    password: secrets.postgres,
    say: () => undefined,
    durable: false,
  })
  closing.add(() => server.stop())
  const startedMs = performance.now()
  const progress = createProgress(say, 'events filled in', events)
  const url = server.url(EMBEDDED_DATABASE)
  const filled = await tuned(url, (passwordHash) =>
    fill({ url, masterKey: secrets.master, passwordHash, events, toMs: Date.now(), progress }),
  )
  await server.stop()
  await claim.release()
  const manifest = manifestOf(events, filled, (performance.now() - startedMs) / 1_000)
  await writeManifest(dataDir, manifest)
  say(`filled in ${Math.round(manifest.filledSeconds)} s`)
  return manifest
}

async function tuned(url: string, work: (passwordHash: string) => Promise<Filled>): Promise<Filled> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const setting of TUNING) await client.query(`alter system set ${setting}`)
    await client.query('select pg_reload_conf()')
    const { rows } = await client.query<{ hash: string }>(
      'select password_hash as hash from vault.credentials',
    )
    const filled = await work(rows[0]!.hash)
    await client.query('vacuum analyze')
    await client.query('alter system reset all')
    return filled
  } finally {
    await client.end()
  }
}

const manifestOf = (events: number, filled: Filled, filledSeconds: number): Manifest => ({
  madeBy: madeByThisProgram(),
  events,
  accounts: filled.population.accounts,
  visited: filled.population.visited,
  ...membersOf(filled),
  erased: 0,
  filledSeconds,
})
