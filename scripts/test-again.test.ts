import { describe, expect, test } from 'vitest'
import { eventually } from '../tests/support/eventually.ts'
import { WAIT_MS_MAX } from '../tests/support/wait-limit.ts'
import {
  FILES_AGAIN_MAX,
  filesToRunAgain,
  outcomeOf,
  passedAloneLines,
  passedAloneOn,
} from './test-again.mjs'
import { failureLines, testCountsOf, type FileResult, type Run, type TestResult } from './test-report.mjs'

const ROOT = '/project'
const LOST = "AssertionError: expected [ 'a' ] to deeply equal [ 'a', 'b' ]\n    at some.test.ts:3:4"
const UNANSWERED = [
  'Error: Test timed out in 120000ms.\nIf this is a long-running test, pass a timeout value',
  '\u001b[31mError: Hook timed out in 120000ms.\u001b[39m',
  'Error: waited 60000 ms for () => expect(heard).toBe(1): expected +0 to be 1',
  'TypeError: fetch failed\n    at node:internal/deps/undici/undici:14976:13',
]

const result = (fullName: string, status = 'passed', ...failureMessages: string[]): TestResult => ({
  fullName,
  status,
  failureMessages,
})
const ofFacts = (test: TestResult): TestResult => ({ ...test, tags: ['facts'] })
const file = (name: string, ...assertionResults: TestResult[]): FileResult => ({
  name: `${ROOT}/${name}`,
  status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  startTime: 0,
  endTime: 0,
  assertionResults,
})
const broken = (name: string, message: string, ...tests: TestResult[]): FileResult => ({
  ...file(name, ...tests),
  status: 'failed',
  message,
})
const ran = (files: readonly FileResult[], outside: readonly string[] = []): Run => ({
  files,
  outside,
  code: outside.length > 0 || files.some(({ status }) => status === 'failed') ? 1 : 0,
})

const chosen = (...files: FileResult[]) =>
  filesToRunAgain(ran(files), ROOT).files.map(({ name }) => name.slice(ROOT.length + 1))

describe('files that run once more', () => {
  test('are those with a failed test, and those that were not loaded or set up', () => {
    expect(
      chosen(
        file('good.test.ts', result('a')),
        file('bad.test.ts', result('b', 'failed', LOST)),
        broken('broken.test.ts', 'no such module'),
      ),
    ).toEqual(['bad.test.ts', 'broken.test.ts'])
  })

  test('are five at most, and none when more fail, which the end says', () => {
    const failing = Array.from({ length: FILES_AGAIN_MAX + 1 }, (_none, n) =>
      file(`${n}.test.ts`, result('a', 'failed', LOST)),
    )
    expect(chosen(...failing.slice(1))).toHaveLength(5)
    expect(filesToRunAgain(ran(failing), ROOT)).toEqual({
      files: [],
      lines: ['nothing runs again: 6 files have failures, more than 5'],
    })
  })

  test('exclude files whose tests say that facts are wrong, which the end says', () => {
    const lost = file('kills.test.ts', ofFacts(result('keeps all facts', 'failed', LOST)), result('b'))
    expect(filesToRunAgain(ran([lost]), ROOT)).toEqual({
      files: [],
      lines: ['does not run again, because it says that facts are wrong: kills.test.ts'],
    })
  })

  test.for(UNANSWERED)('include files whose tests of facts got no answer: %s', (message) => {
    expect(chosen(file('kills.test.ts', ofFacts(result('a', 'failed', message))))).toEqual(['kills.test.ts'])
    expect(chosen(file('kills.test.ts', ofFacts(result('a', 'failed', message, LOST))))).toEqual([])
  })

  test('include files whose tests of facts timed out in the common wait', async () => {
    const waiting = eventually(() => expect(0).toBe(1), { notBeforeMs: 50 - WAIT_MS_MAX })
    const { stack = '' } = await waiting.catch((error: unknown) => error as Error)
    expect(chosen(file('kills.test.ts', ofFacts(result('a', 'failed', stack))))).toEqual(['kills.test.ts'])
  })

  test('exclude files with a time-out that an assertion only quotes', () => {
    const quoted = `AssertionError: expected 'fetch failed' to be ''\n${UNANSWERED[0]}`
    expect(chosen(file('kills.test.ts', ofFacts(result('a', 'failed', quoted))))).toEqual([])
    expect(chosen(file('kills.test.ts', ofFacts(result('a', 'failed'))))).toEqual([])
  })

  test('include files of facts whose set-up timed out, but not those whose set-up failed', () => {
    const skipped = ofFacts(result('a', 'skipped'))
    expect(chosen(broken('kills.test.ts', 'Hook timed out in 120000ms.', skipped))).toEqual(['kills.test.ts'])
    expect(chosen(broken('kills.test.ts', 'expected 3 facts, found 2', skipped))).toEqual([])
  })
})

describe('a test that passes alone', () => {
  const outcome = (first: Run, alone: readonly Run[], known: readonly string[] = []) => {
    const names = { root: ROOT, known: new Set(known) }
    const after = outcomeOf(first, new Map(alone.map((run) => [run.files[0]!.name, run])), names)
    return { ...after, counts: testCountsOf(after.run), failed: failureLines(after.run, ROOT) }
  }
  const bad = file('bad.test.ts', result('a', 'failed', LOST), result('b'), result('c', 'skipped'))

  test('counts as passed and has its name', () => {
    const alone = ran([file('bad.test.ts', result('a'), result('b'), result('c', 'skipped'))])
    expect(outcome(ran([bad, file('good.test.ts', result('d'))]), [alone])).toMatchObject({
      counts: { passed: 3, failed: 0, skipped: 1 },
      passedAlone: ['bad.test.ts > a'],
      failed: [],
    })
  })

  test('is distinguished from tests that fail again or fail then', () => {
    const first = ran([file('bad.test.ts', result('a', 'failed'), result('b', 'failed'), result('c'))])
    const alone = ran([file('bad.test.ts', result('a'), result('b', 'failed'), result('c', 'failed'))])
    expect(outcome(first, [alone])).toMatchObject({
      counts: { passed: 1, failed: 2, skipped: 0 },
      passedAlone: ['bad.test.ts > a'],
      failed: ['failed: bad.test.ts > b', 'failed: bad.test.ts > c'],
    })
  })

  test('may stand for a whole file that was not set up the first time', () => {
    const alone = ran([file('bad.test.ts', result('a'), result('b'))])
    expect(outcome(ran([broken('bad.test.ts', 'no port is free')]), [alone])).toMatchObject({
      counts: { passed: 2, failed: 0, skipped: 0 },
      passedAlone: ['bad.test.ts'],
    })
  })

  test('is not one that is missing, skipped or not set up alone', () => {
    const left = { counts: { failed: 1 }, passedAlone: [] }
    expect(outcome(ran([bad]), [ran([file('bad.test.ts', result('b'))])])).toMatchObject(left)
    expect(outcome(ran([bad]), [ran([file('bad.test.ts', result('a', 'skipped'))])])).toMatchObject(left)
    expect(outcome(ran([bad]), [ran([broken('bad.test.ts', 'no port is free')])])).toMatchObject(left)
    expect(outcome(ran([bad]), [])).toMatchObject(left)
  })

  test('does not count when the run alone has an error outside of all tests', () => {
    const alone = ran([file('bad.test.ts', result('a'), result('b'))], ['nobody awaits this'])
    expect(outcome(ran([bad]), [alone])).toMatchObject({ counts: { failed: 1 }, passedAlone: [] })
  })

  test('leaves an error outside of all tests of the first run a failure', () => {
    const alone = ran([file('bad.test.ts', result('a'), result('b'))])
    expect(outcome(ran([bad], ['nobody awaits this']), [alone])).toMatchObject({
      counts: { passed: 2, failed: 1, skipped: 1 },
      failed: ['failed: outside of all tests', 'failed:   nobody awaits this'],
    })
  })

  test('is a failure the second time', () => {
    const alone = ran([file('bad.test.ts', result('a'), result('b'))])
    expect(outcome(ran([bad]), [alone], ['bad.test.ts > a'])).toMatchObject({
      counts: { passed: 1, failed: 1, skipped: 1 },
      passedAlone: [],
      secondTime: ['bad.test.ts > a'],
    })
  })
})

test('the end names the tests that passed alone and their number, as lines for the page', () => {
  const run = ran([])
  const known = passedAloneOn('# A page\n\n```text\n2026-11-20 a.test.ts > is slow (2 s)\n```\n')
  expect([...known]).toEqual([['a.test.ts > is slow (2 s)', '2026-11-20']])
  const [passedAlone, secondTime] = [['b.test.ts > b', 'c.test.ts'], ['a.test.ts > is slow (2 s)']]
  expect(passedAloneLines({ run, passedAlone, secondTime }, known, '2026-11-23')).toEqual([
    'passed alone A SECOND TIME (before: 2026-11-20): mend it before anything else: a.test.ts > is slow (2 s)',
    'passed alone: b.test.ts > b',
    'passed alone: c.test.ts',
    'passed alone: 2, to be added to tests/passed-alone.md:',
    '2026-11-23 b.test.ts > b',
    '2026-11-23 c.test.ts',
  ])
  expect(passedAloneLines({ run, passedAlone: [], secondTime: [] }, known, '2026-11-23')).toEqual([])
})
