import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * The outcome of one run of vitest: the files of its JSON report, errors outside of all tests, and its exit code.
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[], tags?: readonly string[] }} TestResult
 * @typedef {{ status: string, name: string, message?: string, startTime: number, endTime: number, assertionResults: readonly TestResult[] }} FileResult
 * @typedef {{ files: readonly FileResult[], outside: readonly string[], code: number }} Run
 */

/** @param {FileResult} file */
export const failedOf = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')

/** A file that fails without a failed test, because it was not loaded or not set up. */
export const isBroken = (/** @type {FileResult} */ file) =>
  file.status === 'failed' && failedOf(file).length === 0

export const hasFailure = (/** @type {FileResult} */ file) => isBroken(file) || failedOf(file).length > 0

/** A crash, or an error outside of all tests. Otherwise the exit code is 0 or explained by failed tests. */
export const hasCrashed = (/** @type {Run} */ { files, outside, code }) =>
  outside.length > 0 || (code !== 0 && !files.some(hasFailure))

/**
 * Counts a run's tests. A broken file is one failure, and so is a crash.
 * @param {Run} run
 * @returns {Counts}
 */
export function testCountsOf(run) {
  const all = run.files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const count = (/** @type {string} */ status) => all.filter((one) => one === status).length
  const [passed, failed] = [count('passed'), count('failed')]
  return {
    passed,
    failed: failed + run.files.filter(isBroken).length + (hasCrashed(run) ? 1 : 0),
    skipped: all.length - passed - failed,
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
 * @param {FileResult} file
 * @param {string} root folder that the files' names are relative to
 * @param {TestResult} [test] none for a broken file
 */
export const testNameOf = (file, root, test) =>
  [relative(root, file.name), ...(test === undefined ? [] : [test.fullName])].join(' > ')

/**
 * Each failure with the beginning of its reason, for the end of a long log.
 * @param {Run} run
 * @param {string} root folder that the files' names are relative to
 * @returns {readonly string[]}
 */
export function failureLines({ files, outside }, root) {
  const tests = files.flatMap((file) => {
    if (isBroken(file)) return [`failed: ${testNameOf(file, root)}`, ...reasonLines(file.message)]
    return failedOf(file).flatMap((test) => [
      `failed: ${testNameOf(file, root, test)}`,
      ...reasonLines(test.failureMessages?.[0]),
    ])
  })
  return [
    ...tests,
    ...outside.flatMap((message) => ['failed: outside of all tests', ...reasonLines(message)]),
  ]
}

const SLOWEST = 10

/**
 * The slowest files, a line each.
 * @param {Run} run
 * @param {string} root folder that the files' names are relative to
 * @returns {readonly string[]}
 */
export function slowestLines({ files }, root) {
  return files
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
