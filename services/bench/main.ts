import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createClosing, type Closing } from './product/closing.ts'
import { isTooLoaded, untilQuiet, watchLoad } from './product/machine-load.ts'
import { documentOf, sectionsOf } from './report/markdown.ts'
import type { BenchContext } from './part.ts'
import { PARTS } from './parts.ts'
import { FOLDER_PREFIX, startBenchServer, sweepKilledRuns } from './product/postgres.ts'
import { INTRODUCTION } from './report/report.ts'
import { runPart, withClosing, type RunOptions } from './run-part.ts'
import { readBenchArguments, usageOf, type BenchArguments } from './bench-arguments.ts'

const REPORT = 'docs/benchmarks.md'

export interface BenchOptions {
  readonly root: string
  readonly ownDist: string
  readonly args: readonly string[]
}

const MACHINE: RunOptions['machine'] = { untilQuiet, watchLoad, isTooLoaded: (load) => isTooLoaded(load) }

const say = (line: string): void => console.log(`· ${line}`)

export async function bench(options: BenchOptions): Promise<number> {
  const benchArguments = readBenchArguments(options.args, PARTS)
  if (benchArguments === undefined) {
    console.error(usageOf(PARTS))
    return 2
  }
  const closing = createClosing(({ message }) => say(`closing: ${message}`))
  const ending = endWith(closing)
  try {
    return (await runAll(benchArguments, options, closing, ending)) ? 0 : 1
  } finally {
    await closing.closeAll()
  }
}

/** Closes what the bench started before the process ends. The signal is aborted as soon as that begins. */
function endWith(closing: Closing): AbortSignal {
  const ending = new AbortController()
  const end = (code: number): void => {
    ending.abort()
    void closing.closeAll().finally(() => process.exit(code))
  }
  const onSignal =
    (code: number) =>
    (signal: NodeJS.Signals): void => {
      if (ending.signal.aborted) process.exit(code)
      say(`${signal}: closing`)
      end(code)
    }
  process.on('SIGINT', onSignal(130))
  process.on('SIGTERM', onSignal(143))
  process.on('uncaughtException', (error) => {
    // Closing makes work under way fail; such an error must not stop the closing of the rest.
    if (ending.signal.aborted) return
    console.error(error)
    end(1)
  })
  return ending.signal
}

async function runAll(
  { parts, rounds }: BenchArguments,
  { root, ownDist }: BenchOptions,
  closing: Closing,
  ending: AbortSignal,
): Promise<boolean> {
  await sweepKilledRuns()
  const folder = await mkdtemp(join(await realpath(tmpdir()), `${FOLDER_PREFIX}${process.pid}-`))
  closing.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  const server = await startBenchServer(folder, closing)
  say(`PostgreSQL ${server.version}: fsync and synchronous_commit are on`)
  let anyFailed = false
  for (const part of parts) {
    const own = createClosing(({ message }) => say(`closing ${part.name}: ${message}`))
    const kept = resolve(root, process.env.BENCH_DATA_DIR ?? '.data-bench')
    const context: BenchContext = {
      server,
      productDist: join(root, 'dist'),
      ownDist,
      folder,
      keptRoot: kept,
      closing: own,
      say,
    }
    const { section, failed } = await withClosing(closing, own, () =>
      runPart(part, context, { root, rounds, machine: MACHINE }),
    )
    if (ending.aborted) return false
    anyFailed ||= failed
    await writeSection(join(root, REPORT), part.name, section)
  }
  say(`written to ${REPORT}`)
  return !anyFailed
}

/** Called after each part, so that a run that is cut short keeps what it measured. */
async function writeSection(path: string, name: string, section: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '')
  const names = PARTS.map((part) => part.name)
  await writeFile(path, documentOf(INTRODUCTION, names, new Map([...sectionsOf(before), [name, section]])))
}
