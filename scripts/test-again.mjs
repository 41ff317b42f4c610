import { stripVTControlCharacters } from 'node:util'
import { failedOf, hasCrashed, hasFailure, isBroken, testNameOf } from './test-report.mjs'

/**
 * @typedef {import('./test-report.mjs').FileResult} FileResult
 * @typedef {import('./test-report.mjs').TestResult} TestResult
 * @typedef {import('./test-report.mjs').Run} Run
 */

/** With more failing files than this, none runs again. */
export const FILES_AGAIN_MAX = 5

/** Marks tests that say that facts were lost, doubled or different. */
const FACTS_TAG = 'facts'

/** Vitest's own limits, the common wait's (`tests/support/eventually.ts`), and a connection that ended. */
const NO_ANSWER =
  /^(?:(?:Error: )?(?:(?:Test|Hook) timed out in \d+ms|waited \d+ ms for )|(?:TypeError: )?fetch failed$)/

/** @param {readonly (string | undefined)[]} messages */
const areWithoutAnswer = (messages) =>
  messages.length > 0 && messages.every((one = '') => NO_ANSWER.test(firstLineOf(one)))

const firstLineOf = (/** @type {string} */ message) =>
  stripVTControlCharacters(message).split('\n', 1)[0] ?? ''

/** A test that says that facts are wrong runs again only where nobody answered it. */
const saysFactsAreWrong = (/** @type {FileResult} */ file) =>
  isBroken(file)
    ? file.assertionResults.some(isOfFacts) && !areWithoutAnswer([file.message])
    : failedOf(file).some((test) => isOfFacts(test) && !areWithoutAnswer(test.failureMessages ?? []))

const isOfFacts = (/** @type {TestResult} */ { tags = [] }) => tags.includes(FACTS_TAG)

/**
 * The files that run once more, alone, and why other failing files do not.
 * @param {Run} run
 * @param {string} root folder that the files' names are relative to
 * @returns {{ files: readonly FileResult[], lines: readonly string[] }}
 */
export function filesToRunAgain({ files }, root) {
  const failing = files.filter(hasFailure)
  if (failing.length > FILES_AGAIN_MAX) {
    const many = `${failing.length} files have failures, more than ${FILES_AGAIN_MAX}`
    return { files: [], lines: [`nothing runs again: ${many}`] }
  }
  const wrong = failing.filter(saysFactsAreWrong)
  return {
    files: failing.filter((file) => !wrong.includes(file)),
    lines: wrong.map(
      (file) => `does not run again, because it says that facts are wrong: ${testNameOf(file, root)}`,
    ),
  }
}

/**
 * @typedef {object} Outcome
 * @property {Run} run the first run, in which tests that passed alone count as passed
 * @property {readonly string[]} passedAlone
 * @property {readonly string[]} secondTime tests that passed alone again, and stay failures
 */

/**
 * @param {Run} first
 * @param {ReadonlyMap<string, Run>} alone by the file's name
 * @param {{ root: string, known: ReadonlySet<string> }} names `known` are tests that passed alone before
 * @returns {Outcome}
 */
export function outcomeOf(first, alone, { root, known }) {
  /** @type {string[]} */
  const passedAlone = []
  /** @type {string[]} */
  const secondTime = []
  const mayPass = (/** @type {string} */ name) => {
    ;(known.has(name) ? secondTime : passedAlone).push(name)
    return !known.has(name)
  }
  const files = first.files.map((file) => {
    const run = alone.get(file.name)
    const again = run?.files.find(({ name }) => name === file.name)
    if (run === undefined || again === undefined || hasCrashed(run) || isBroken(again)) return file
    const named = (/** @type {TestResult} */ test) => testNameOf(file, root, test)
    if (isBroken(file)) return hasFailure(again) || mayPass(testNameOf(file, root)) ? again : file
    return withStatuses(file, ({ fullName, status }) => {
      const same = again.assertionResults.filter((one) => one.fullName === fullName)
      if (same.some((one) => one.status === 'failed')) return 'failed'
      if (status !== 'failed' || !same.some((one) => one.status === 'passed')) return status
      return mayPass(named({ fullName, status })) ? 'passed' : 'failed'
    })
  })
  const run = { ...first, files }
  // Vitest ended with 1 because of failures, which are judged here, unless it crashed too.
  const code = hasCrashed(first) || files.some(hasFailure) ? first.code : 0
  return { run: { ...run, code }, passedAlone, secondTime }
}

/**
 * @param {FileResult} file
 * @param {(test: TestResult) => string} statusOf
 * @returns {FileResult}
 */
function withStatuses(file, statusOf) {
  const assertionResults = file.assertionResults.map((test) => ({ ...test, status: statusOf(test) }))
  const status = assertionResults.some((test) => test.status === 'failed') ? 'failed' : 'passed'
  return { ...file, status, assertionResults }
}

const LINE = /^(\d{4}-\d{2}-\d{2}) (.+)$/gm

/**
 * @param {string} page `tests/passed-alone.md`
 * @returns {ReadonlyMap<string, string>} the date by the name
 */
export const passedAloneOn = (page) =>
  new Map([...page.matchAll(LINE)].map(([, date = '', name = '']) => [name, date]))

/**
 * The closing lines. The last ones are lines for the page.
 * @param {Outcome} outcome
 * @param {ReadonlyMap<string, string>} known
 * @param {string} today
 * @returns {readonly string[]}
 */
export function passedAloneLines({ passedAlone, secondTime }, known, today) {
  const again = secondTime.map(
    (name) =>
      `passed alone A SECOND TIME (before: ${known.get(name)}): mend it before anything else: ${name}`,
  )
  if (passedAlone.length === 0) return again
  return [
    ...again,
    ...passedAlone.map((name) => `passed alone: ${name}`),
    `passed alone: ${passedAlone.length}, to be added to tests/passed-alone.md:`,
    ...passedAlone.map((name) => `${today} ${name}`),
  ]
}
