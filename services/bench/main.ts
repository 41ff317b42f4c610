import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureDatabase } from '../platform/postgres/connection.ts'
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
    const database = await startServer(folder, onClose)
    const scaled = (count: number): number => (isSmall ? Math.ceil(count / SMALL) : count)
    const prefixed = (line: string): void => console.log(`· ${part.name} · ${line}`)
    const context = { database, folder, productDist: join(root, 'dist'), ownDist, onClose, scaled }
    const variants = await part.open({ ...context, say: prefixed })
    const rounds = await measureRounds(variants, part.rounds ?? ROUNDS, prefixed)
    const at = new Date().toISOString()
    const cores = cpus()
    const model = cores[0]?.model ?? ''
    const machine = `${cores.length}×${nameOf(model)}`
    for (const judged of part.judged)
      console.log(rowOf(part.name, judgedOver(judged, rounds), `${at.slice(0, 10)}, ${machine}`))
    if (isSmall) return
    const raw = { part: part.name, at, model, rounds }
    await mkdir(join(root, RAW), { recursive: true })
    await writeFile(join(root, RAW, `${part.name}.json`), JSON.stringify(raw, null, 2))
  } finally {
    await closeAll()
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

async function startServer(
  folder: string,
  onClose: Context['onClose'],
): Promise<(name: string) => Promise<string>> {
  const password = randomBytes(16).toString('hex')
  const server = await startPostgresServer({ dataDir: folder, password, say: () => undefined })
  onClose(() => server.stop())
  return async (name) => {
    await ensureDatabase(server, name)
    return server.url(name)
  }
}

async function measureRounds(
  variants: Variants,
  count: number,
  log: Context['say'],
): Promise<readonly Round[]> {
  const rounds: Round[] = []
  for (let n = 0; n < count; n += 1) {
    const round: Record<string, Figures> = {}
    for (const name of turnsOf(Object.keys(variants), n)) {
      round[name] = await variants[name]!()
      const figures = Object.entries(round[name]).map(([metric, value]) => `${metric} ${numberText(value)}`)
      log(`round ${n + 1}/${count} · ${name}: ${figures.join(', ')}`)
    }
    rounds.push(round)
  }
  return rounds
}

/** `AMD EPYC 7B13`, `Intel(R) Xeon(R) Processor`: EPYC, Xeon. */
const nameOf = (model: string): string => model.replaceAll(/\(\w+\)/g, '').split(' ')[1] ?? model
