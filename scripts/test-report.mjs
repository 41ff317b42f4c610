import { relative } from 'node:path'

/**
 * A run by vitest's JSON report, and its exit code.
 * @typedef {{ status: string, fullName: string }} TestResult
 * @typedef {{ status: string, name: string, message?: string, startTime: number, endTime: number, assertionResults: readonly TestResult[] }} FileResult
 * @typedef {{ files: readonly FileResult[], code: number }} Run
 */

const failedOf = (/** @type {FileResult} */ { assertionResults }) =>
  assertionResults.filter(({ status }) => status === 'failed')

/** @param {FileResult} file also one that fails without a failed test: it was not loaded, or not set up */
export const hasFailure = (file) => file.status === 'failed' || failedOf(file).length > 0

/** Something failed outside of all tests, such as a promise that nobody awaits. */
const hasCrashed = (/** @type {Run} */ { files, code }) => code !== 0 && !files.some(hasFailure)

/** @param {FileResult} file @param {string} root @returns {readonly string[]} what failed in it */
function failuresOf(file, root) {
  const path = relative(root, file.name)
  const tests = failedOf(file).map(({ fullName }) => `${path} > ${fullName}`)
  return tests.length > 0 || !hasFailure(file) ? tests : [path]
}

/** @param {Run} first @param {Run | undefined} alone the failed files again @returns {Run} passed alone is passed */
export function outcomeOf(first, alone) {
  if (alone === undefined || hasCrashed(alone)) return first
  const again = new Map(alone.files.map((file) => [file.name, file]))
  const files = first.files.map((file) => again.get(file.name) ?? file)
  return { files, code: files.some(hasFailure) ? 1 : 0 }
}

const SLOWEST = 5
const seconds = (/** @type {number} */ ms) => `${(ms / 1_000).toFixed(1).padStart(6)} s`

/** @param {{ first: Run, outcome: Run, ms: number, root: string }} all @returns {readonly string[]} */
export function closingLines({ first, outcome, ms, root }) {
  const failed = outcome.files.flatMap((file) => failuresOf(file, root))
  const before = first.files.flatMap((file) => failuresOf(file, root))
  const statuses = outcome.files.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  )
  const passed = statuses.filter((status) => status === 'passed').length
  const skipped = statuses.filter((status) => status !== 'passed' && status !== 'failed').length
  const slowest = outcome.files
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), took: endTime - startTime }))
    .sort((one, other) => other.took - one.took)
    .slice(0, SLOWEST)
  const crash = outcome.code !== 0 && failed.length === 0 ? ['outside of all tests, see above'] : []
  return [
    ...slowest.map(({ name, took }) => `slow: ${seconds(took)}  ${name}`),
    ...before.filter((name) => !failed.includes(name)).map((name) => `passed alone: ${name}`),
    ...[...failed, ...crash].map((name) => `failed: ${name}`),
    `took: ${seconds(ms)}`,
    `${passed} passed, ${failed.length + crash.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ]
}
