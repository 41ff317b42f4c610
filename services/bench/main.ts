import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureDatabase, withConnection } from '../platform/postgres/connection.ts'
import { startPostgresServer } from '../product/embedded-postgres/postgres-server.ts'
import {
  judgedOver,
  numberText,
  rowOf,
  turnsOf,
  type BenchPart,
  type Context,
  type Figures,
  type Round,
  type Variants,
} from './frame.ts'
import { BENCH_PARTS } from './parts.ts'

interface Place {
  readonly root: string
  readonly ownDist: string
}

const RAW = '.data-bench'
const ROUNDS = 5
/** `--small` divides all counts by it. */
const SMALL = 50
const NAMES = BENCH_PARTS.map(({ name }) => name)
const USAGE = `npm run bench -- [${NAMES.join('|')}]… [--small]
--small tries the parts with a fiftieth of the work.`

/** @returns the exit code */
export async function bench(args: readonly string[], place: Place): Promise<number> {
  const options = { small: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (!positionals.every((name) => NAMES.includes(name))) {
    console.error(USAGE)
    return 2
  }
  const parts = BENCH_PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  for (const part of parts) await runPart(part, place, values.small)
  return 0
}

/** Each part has a server and a folder of its own. */
async function runPart(part: BenchPart, { root, ownDist }: Place, isSmall: boolean): Promise<void> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'app-bench-'))
  const closing: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })]
  const closeAll = async (): Promise<void> => {
    // Emmett's pool throws when its connections end with the server.
    const onError = (error: unknown): void => console.log(`· closing: ${String(error)}`)
    process.on('uncaughtException', onError)
    for (let close = closing.pop(); close !== undefined; close = closing.pop())
      await Promise.resolve().then(close).catch(onError)
    process.off('uncaughtException', onError)
  }
  const onSignal = (): void => void closeAll().finally(() => process.exit(130))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    const onClose: Context['onClose'] = (close) => void closing.push(close)
    const { version, database } = await startDurableServer(folder, onClose)
    const scaled = (count: number): number => (isSmall ? Math.ceil(count / SMALL) : count)
    const prefixed = (line: string): void => console.log(`· ${part.name} · ${line}`)
    const context = { database, folder, productDist: join(root, 'dist'), ownDist, onClose, scaled }
    const variants = await part.open({ ...context, say: prefixed })
    const measured = await measureRounds(variants, prefixed)
    const at = new Date().toISOString()
    const cores = cpus()
    const model = cores[0]?.model ?? ''
    const machine = `${cores.length}×${nameOf(model)}`
    for (const judged of part.judged)
      console.log(rowOf(part.name, judgedOver(judged, measured.rounds), `${at.slice(0, 10)}, ${machine}`))
    if (isSmall) return
    const versions = { node: process.versions.node, postgres: version }
    const raw = { part: part.name, at, model, memoryBytes: totalmem(), versions, ...measured }
    await mkdir(join(root, RAW), { recursive: true })
    await writeFile(join(root, RAW, `${part.name}.json`), JSON.stringify(raw, null, 2))
  } finally {
    await closeAll()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

const SETTINGS = `select name, setting from pg_settings
  where name in ('fsync', 'synchronous_commit', 'full_page_writes')`

/** The product's PostgreSQL. @throws Error when an acknowledged event may be lost */
async function startDurableServer(
  folder: string,
  onClose: Context['onClose'],
): Promise<Pick<Context, 'database'> & { readonly version: string }> {
  const password = randomBytes(16).toString('hex')
  const server = await startPostgresServer({ dataDir: folder, password, say: () => undefined })
  onClose(() => server.stop())
  const version = await withConnection(server.url('postgres'), async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(SETTINGS)
    for (const { name, setting } of rows) if (setting !== 'on') throw new Error(`${name} is ${setting}`)
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
    return versions[0]!.server_version
  })
  const database = async (name: string): Promise<string> => {
    await ensureDatabase(server, name)
    return server.url(name)
  }
  return { version, database }
}

interface Measured {
  readonly rounds: readonly Round[]
  /** Load average of a minute after each round. */
  readonly loads: readonly number[]
}

async function measureRounds(variants: Variants, log: Context['say']): Promise<Measured> {
  const measured: Round[] = []
  const loads: number[] = []
  for (let n = 0; n < ROUNDS; n += 1) {
    const round: Record<string, Figures> = {}
    for (const name of turnsOf(Object.keys(variants), n)) {
      round[name] = await variants[name]!()
      const figures = Object.entries(round[name]).map(([metric, value]) => `${metric} ${numberText(value)}`)
      log(`round ${n + 1}/${ROUNDS} · ${name}: ${figures.join(', ')}`)
    }
    measured.push(round)
    loads.push(loadavg()[0] ?? 0)
  }
  return { rounds: measured, loads }
}

/** `AMD EPYC 7B13`, `Intel(R) Xeon(R) Processor`: EPYC, Xeon. */
const nameOf = (model: string): string => model.replaceAll(/\(\w+\)/g, '').split(' ')[1] ?? model
