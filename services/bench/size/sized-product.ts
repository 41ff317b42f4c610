import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresUrl } from '@app/postgres/connection.ts'
import { findRunningPostgres } from '@app/embedded-postgres/pid-file.ts'
import { EMBEDDED_DATABASE } from '@app/embedded-postgres/postgres-server.ts'
import pg from 'pg'
import { followed } from '../product/followed.ts'
import type { BenchContext } from '../part.ts'
import { ADMINISTRATOR } from '../load/people.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import type { LogSize } from './log-size.ts'
import { makeSizedFolder } from './make-folder.ts'
import { findManifest, writeManifest, type Manifest } from './manifest.ts'

export interface SizedProduct {
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  readonly say: (line: string) => void
  product: Product
  manifest: Manifest
}

/** One machine plays all clients, so the limits are raised; they are still checked. */
const RAISED_LIMITS = [
  'traffic=1000000/1000000',
  'unknown=1000000/1000000',
  'login=1000000/60',
  'signed-in=1000000/1000000',
  'signed-in-address=1000000/1000000',
].join(',')

export async function openSizedProduct(context: BenchContext, size: LogSize): Promise<SizedProduct> {
  const { events, activityEvents } = size
  const dataDir = join(
    context.keptRoot,
    activityEvents === events ? `size-${events}` : `length-${events}-${activityEvents}`,
  )
  const say = (line: string): void => context.say(`${events.toLocaleString('en-US')} events · ${line}`)
  const known = await findManifest(dataDir)
  say(known === undefined ? `making ${dataDir}` : `${dataDir} is kept`)
  const manifest = known ?? (await makeSizedFolder({ ...context, say }, dataDir, size))
  const env = { DATA_DIR: dataDir, RATE_LIMITS: RAISED_LIMITS, ...ADMINISTRATOR }
  const startedMs = performance.now()
  const product = await startBenchProduct(context, env)
  const sized: SizedProduct = { dataDir, env, say, product, manifest }
  await followed(product, say)
  if (manifest.projected !== undefined) return sized
  const { bytesMax } = await product.memory()
  await withServer(sized, (client) => client.query('vacuum analyze'))
  await withServer(sized, (client) => client.query('checkpoint'))
  await keepProduct(sized, { projected: { seconds: (performance.now() - startedMs) / 1_000, bytesMax } })
  say(`projected in ${Math.round(sized.manifest.projected?.seconds ?? 0)} s`)
  return sized
}

export async function keepProduct(sized: SizedProduct, changes: Partial<Manifest>): Promise<void> {
  sized.manifest = { ...sized.manifest, ...changes }
  await writeManifest(sized.dataDir, sized.manifest)
}

/** As the superuser, without a time limit. */
export async function withServer<Result>(
  { dataDir }: Pick<SizedProduct, 'dataDir'>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const running = findRunningPostgres(dataDir)
  if (running === undefined) throw new Error(`no server runs in ${dataDir}`)
  const password = (await readFile(join(dataDir, 'secrets/postgres'), 'utf8')).trim()
  const client = new pg.Client({ connectionString: postgresUrl(running.port, password, EMBEDDED_DATABASE) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function restart(context: BenchContext, sized: SizedProduct): Promise<Product> {
  await sized.product.stop()
  sized.product = await startBenchProduct(context, sized.env)
  return sized.product
}
