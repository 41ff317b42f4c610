import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresUrl } from '@app/postgres/connection.ts'
import { findRunningPostgres } from '@app/embedded-postgres/pid-file.ts'
import { EMBEDDED_DATABASE } from '@app/embedded-postgres/postgres-server.ts'
import type pg from 'pg'
import { connected } from '../product/connected.ts'
import type { BenchContext } from '../part.ts'
import { ADMINISTRATOR } from '../load/people.ts'
import { numberText } from '../report/statistics.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { makeSizedFolder } from './make-folder.ts'
import { findManifest, writeManifest, type Manifest } from './manifest.ts'

export interface SizedProduct {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  readonly say: (line: string) => void
  /** As the superuser, until the first restart. */
  readonly client: pg.Client
  product: Product
  manifest: Manifest
}

const PROJECTED_MS_MAX = 120 * 60_000

/** One machine plays all clients, so the limits are raised; they are still checked. */
const RAISED_LIMITS = [
  'traffic=1000000/1000000',
  'unknown=1000000/1000000',
  'login=1000000/60',
  'signed-in=1000000/1000000',
  'signed-in-address=1000000/1000000',
].join(',')

export async function openSizedProduct(context: BenchContext, events: number): Promise<SizedProduct> {
  const dataDir = join(context.keptRoot, `size-${events}`)
  const say = (line: string): void => context.say(`${numberText(events)} events · ${line}`)
  const known = await findManifest(dataDir)
  say(known === undefined ? `making ${dataDir}` : `${dataDir} is kept`)
  const manifest = known ?? (await makeSizedFolder({ ...context, say }, dataDir, events))
  const env = { DATA_DIR: dataDir, RATE_LIMITS: RAISED_LIMITS, ...ADMINISTRATOR }
  const startedMs = performance.now()
  const product = await startBenchProduct(context, env)
  const client = await connected(context, await serverUrl(dataDir))
  const sized: SizedProduct = { dataDir, env, say, client, product, manifest }
  say('waiting for the read models')
  await product.caughtUp(PROJECTED_MS_MAX)
  if (manifest.projected !== undefined) return sized
  const { bytesMax } = await product.memory()
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  await keepProduct(sized, { projected: { seconds: (performance.now() - startedMs) / 1_000, bytesMax } })
  say(`projected in ${Math.round(sized.manifest.projected?.seconds ?? 0)} s`)
  return sized
}

export async function keepProduct(sized: SizedProduct, changes: Partial<Manifest>): Promise<void> {
  sized.manifest = { ...sized.manifest, ...changes }
  await writeManifest(sized.dataDir, sized.manifest)
}

async function serverUrl(dataDir: string): Promise<string> {
  const running = findRunningPostgres(dataDir)
  if (running === undefined) throw new Error(`no server runs in ${dataDir}`)
  const password = (await readFile(join(dataDir, 'secrets/postgres'), 'utf8')).trim()
  return postgresUrl(running.port, password, EMBEDDED_DATABASE)
}

export async function restart(context: BenchContext, sized: SizedProduct): Promise<Product> {
  await sized.product.stop()
  sized.product = await startBenchProduct(context, sized.env)
  return sized.product
}
