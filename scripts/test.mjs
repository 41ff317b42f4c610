import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareClone, ROOT } from './ready.mjs'
import { filesToRunAgain, outcomeOf, passedAloneLines, passedAloneOn } from './test-again.mjs'
import {
  closingLine,
  exitCodeOf,
  failureLines,
  testNameOf,
  slowestLines,
  testCountsOf,
} from './test-report.mjs'

/** @typedef {import('./test-report.mjs').Run} Run */

const LANES = new Set(['--unit', '--long', '--screens', '--containers'])
const REPORTERS = [
  'default',
  'json',
  ...['outside-errors.mjs', 'stalled-files.mjs'].map((name) => join(ROOT, 'scripts', name)),
]

/** @type {NodeJS.ProcessEnv} */
const ENV = { ...process.env, TEST_SEED: process.env.TEST_SEED || String(randomInt(2 ** 31)) }

/**
 * @param {readonly string[]} args
 * @returns {Promise<Run>}
 */
async function runVitest(args) {
  const dir = mkdtempSync(join(tmpdir(), 'app-test-report-'))
  const [report, outside] = [join(dir, 'report.json'), join(dir, 'outside.json')]
  const lane = args.find((arg) => LANES.has(arg))
  const own = ['run', ...REPORTERS.map((name) => `--reporter=${name}`), `--outputFile.json=${report}`]
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...own, ...args.filter((arg) => arg !== lane)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...ENV,
      TEST_OUTSIDE_ERRORS: outside,
      ...(lane === undefined ? {} : { TEST_LANE: lane.slice(2) }),
    },
  })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', (ended) => resolve(ended ?? 1))
  })
  const read = (/** @type {string} */ file) =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const run = { files: read(report)?.testResults ?? [], outside: read(outside) ?? [], code }
  rmSync(dir, { recursive: true })
  return run
}

/**
 * The options, without names of files.
 * @param {readonly string[]} args
 */
const optionsOf = (args) => args.filter((arg, n) => arg.startsWith('-') || args[n - 1] === '-t')

async function main() {
  const args = process.argv.slice(2)
  await prepareClone({ build: !args.includes('--unit') })
  let isInterrupted = false
  // Ctrl-C reaches vitest too, which stops its servers while this process waits for it.
  process.on('SIGINT', () => (isInterrupted = true))
  const first = await runVitest(args)
  const again = filesToRunAgain(first, ROOT)
  /** @type {Map<string, Run>} */
  const alone = new Map()
  for (const file of again.files) {
    if (isInterrupted) break
    console.log(`runs once more, alone, with TEST_SEED=${ENV.TEST_SEED}: ${testNameOf(file, ROOT)}`)
    alone.set(file.name, await runVitest([...optionsOf(args), '--maxWorkers=1', file.name]))
  }
  const known = passedAloneOn(readFileSync(join(ROOT, 'tests/passed-alone.md'), 'utf8'))
  const outcome = outcomeOf(first, alone, { root: ROOT, known: new Set(known.keys()) })
  const counts = testCountsOf(outcome.run)
  process.exitCode = exitCodeOf(counts, process.env.CI === 'true')
  const today = new Date().toISOString().slice(0, 10)
  for (const line of [
    ...slowestLines(first, ROOT),
    ...failureLines(outcome.run, ROOT),
    ...again.lines,
    ...passedAloneLines(outcome, known, today),
    closingLine(counts),
  ])
    console.log(line)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
