import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareClone, ROOT } from './ready.mjs'
import { closingLines, hasFailure, outcomeOf } from './test-report.mjs'

/** `node scripts/test.mjs [--lane=NAME] [options and files of vitest]`: `tests/support/test-lanes.ts` has the lanes. */

const LANE = '--lane='

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./test-report.mjs').Run>}
 */
async function runVitest(args, env) {
  const dir = mkdtempSync(join(tmpdir(), 'app-test-report-'))
  const report = join(dir, 'report.json')
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const own = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const child = spawn(process.execPath, [vitest, ...own, ...args], { cwd: ROOT, stdio: 'inherit', env })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', (ended) => resolve(ended ?? 1))
  })
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  rmSync(dir, { recursive: true })
  return { files, code }
}

const args = process.argv.slice(2)
const lane = args.find((arg) => arg.startsWith(LANE))?.slice(LANE.length)
const forVitest = args.filter((arg) => !arg.startsWith(LANE))
await prepareClone({ build: lane !== 'unit' })

const startMs = performance.now()
const seed = process.env.TEST_SEED || String(randomInt(2 ** 31))
const env = { ...process.env, TEST_SEED: seed, ...(lane === undefined ? {} : { TEST_LANE: lane }) }
let isInterrupted = false
// Ctrl-C reaches vitest too, which stops its servers meanwhile.
process.on('SIGINT', () => (isInterrupted = true))
const first = await runVitest(forVitest, env)
const failed = first.files.filter(hasFailure).map(({ name }) => name)
// Tests of lanes have the machine for themselves, and some say that facts were lost: none gets a second try.
const mayPassAlone = lane === undefined && failed.length > 0 && !isInterrupted
const options = forVitest.filter((arg, n) => arg.startsWith('-') || forVitest[n - 1] === '-t')
const alone = mayPassAlone ? await runVitest([...options, '--maxWorkers=1', ...failed], env) : undefined
const outcome = outcomeOf(first, alone)
const lines = closingLines({ first, outcome, ms: performance.now() - startMs, root: ROOT })
for (const line of lines) console.log(line)
const hasSkipped = process.env.CI === 'true' && lines.at(-1)?.endsWith(' skipped')
process.exitCode = outcome.code !== 0 || outcome.files.length === 0 || hasSkipped ? 1 : 0
