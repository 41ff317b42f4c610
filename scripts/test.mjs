import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { prepareClone, ROOT } from './ready.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] }} TestResult
 * @typedef {{ status: string, name: string, message?: string, startTime: number, endTime: number, assertionResults: readonly TestResult[] }} FileResult
 */

/**
 * @param {string} report '' when vitest left none
 * @returns {readonly FileResult[]}
 */
const filesOf = (report) => (report === '' ? [] : JSON.parse(report).testResults)

/** @param {FileResult} file */
const failedOf = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')

/** A file that fails without a failed test: not loaded, or not set up. */
const isBroken = (/** @type {FileResult} */ file) => file.status === 'failed' && failedOf(file).length === 0

/**
 * Counts the tests of vitest's JSON report. A broken file is one failure, and so is a run that went wrong without any
 * test to blame (a crash, an error outside of all tests).
 * @param {string} report '' when vitest left none
 * @param {number} code what vitest ended with
 * @returns {Counts}
 */
export function testCountsOf(report, code) {
  const files = filesOf(report)
  const all = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const count = (/** @type {string} */ status) => all.filter((one) => one === status).length
  const broken = files.filter(isBroken).length
  const passed = count('passed')
  const failed = count('failed') + broken
  return {
    passed,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: all.length - passed - count('failed'),
  }
}

const REASON_LINES_MAX = 6
const REASON_LINE_CHARS_MAX = 300

/** @param {string | undefined} message */
const reasonLines = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES_MAX)
    .map((line) => `failed:   ${line.slice(0, REASON_LINE_CHARS_MAX)}`)

/**
 * Each failure that has a name, and how its reason begins, to be read at the end of a long log.
 * @param {string} report '' when vitest left none
 * @param {string} root folder that the files' names are told from
 * @returns {readonly string[]}
 */
export function failureLines(report, root) {
  return filesOf(report).flatMap((file) => {
    const name = relative(root, file.name)
    if (isBroken(file)) return [`failed: ${name}`, ...reasonLines(file.message)]
    return failedOf(file).flatMap(({ fullName, failureMessages }) => [
      `failed: ${name} > ${fullName}`,
      ...reasonLines(failureMessages?.[0]),
    ])
  })
}

const SLOWEST = 10

/**
 * The files that took longest, a line each.
 * @param {string} report '' when vitest left none
 * @param {string} root folder that the files' names are told from
 * @returns {readonly string[]}
 */
export function slowestLines(report, root) {
  return filesOf(report)
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `slow: ${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`)
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {Counts} counts
 * @param {boolean} mayNotSkip
 */
export function exitCodeOf({ passed, failed, skipped }, mayNotSkip) {
  return failed > 0 || passed === 0 || (mayNotSkip && skipped > 0) ? 1 : 0
}

const LANES = new Set(['--unit', '--long', '--screens', '--containers'])

/**
 * @param {readonly string[]} args
 * @param {string} reportFile
 * @returns {Promise<number>}
 */
function runVitest(args, reportFile) {
  const lane = args.find((arg) => LANES.has(arg))
  const own = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...own, ...args.filter((arg) => arg !== lane)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...(lane === undefined ? {} : { TEST_LANE: lane.slice(2) }) },
  })
  // Ctrl-C reaches vitest as well: it stops its servers, and we wait for it.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve) => {
    child.once('error', () => resolve(1)).once('close', (code) => resolve(code ?? 1))
  })
}

async function main() {
  await prepareClone({ build: !process.argv.includes('--unit') })
  const dir = mkdtempSync(join(tmpdir(), 'app-test-report-'))
  const reportFile = join(dir, 'report.json')
  const code = await runVitest(process.argv.slice(2), reportFile)
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : ''
  const counts = testCountsOf(report, code)
  rmSync(dir, { recursive: true })
  process.exitCode = exitCodeOf(counts, process.env.CI === 'true')
  for (const line of [...slowestLines(report, ROOT), ...failureLines(report, ROOT)]) console.log(line)
  console.log(closingLine(counts))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
