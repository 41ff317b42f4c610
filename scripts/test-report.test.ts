import { describe, expect, test } from 'vitest'
import { closingLine, exitCodeOf, failureLines, testCountsOf } from './test-report.mjs'

const file = (status: string, ...tests: string[]) => ({
  status,
  name: '/project/some.test.ts',
  startTime: 0,
  endTime: 0,
  assertionResults: tests.map((one, nth) => ({ status: one, fullName: `a thing does ${nth}` })),
})
const ran = (code: number, files: readonly ReturnType<typeof file>[], outside: readonly string[] = []) => ({
  code,
  files,
  outside,
})

describe('counting', () => {
  test('passed, failed and skipped tests of all kinds are distinguished', () => {
    const run = ran(1, [
      file('passed', 'passed', 'skipped'),
      file('failed', 'failed', 'passed', 'todo', 'pending'),
    ])
    expect(testCountsOf(run)).toEqual({ passed: 2, failed: 1, skipped: 3 })
  })

  test('a file that could not be loaded or set up is a failure', () => {
    expect(testCountsOf(ran(1, [file('failed'), file('passed', 'passed')]))).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
    expect(testCountsOf(ran(1, [file('failed', 'skipped'), file('failed', 'failed')])).failed).toBe(2)
  })

  test('a run that fails without a failed test is a failure', () => {
    expect(testCountsOf(ran(1, [file('passed', 'passed')]))).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(testCountsOf(ran(1, []))).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  test('an error outside of all tests is a failure in addition to those of tests', () => {
    const files = [file('passed', 'passed'), file('failed', 'failed')]
    expect(testCountsOf(ran(1, files, ['nobody awaits this']))).toEqual({ passed: 1, failed: 2, skipped: 0 })
  })
})

describe('closing', () => {
  test('failed tests are named by their titles, and files that were not loaded by their names', () => {
    const files = [file('failed', 'passed', 'failed', 'skipped'), file('failed'), file('passed', 'passed')]
    expect(failureLines(ran(1, files, ['Error: nobody awaits this']), '/project')).toEqual([
      'failed: some.test.ts > a thing does 1',
      'failed: some.test.ts',
      'failed: outside of all tests',
      'failed:   Error: nobody awaits this',
    ])
    expect(failureLines(ran(1, []), '/project')).toEqual([])
  })

  test('the reason of a failure begins below its name, in a few lines without colours', () => {
    const lines = Array.from(
      { length: 40 },
      (_none, n) => `\u001b[31mline ${n}\u001b[39m ${'x'.repeat(1_000)}`,
    )
    const run = ran(1, [
      { ...file('failed'), message: 'no such module' },
      {
        ...file('failed'),
        assertionResults: [
          { status: 'failed', fullName: 'a thing does', failureMessages: [lines.join('\n\n')] },
        ],
      },
    ])
    const [broken, why, failed, ...reason] = failureLines(run, '/project')
    expect([broken, why, failed]).toEqual([
      'failed: some.test.ts',
      'failed:   no such module',
      'failed: some.test.ts > a thing does',
    ])
    expect(reason.map((line) => line.slice(0, 16))).toEqual(
      [0, 1, 2, 3, 4, 5].map((n) => `failed:   line ${n}`),
    )
    expect(reason.every((line) => line.length <= 310)).toBe(true)
  })

  test('skipped tests are mentioned only if any exist', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
    expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
  })

  test('a failure or an empty run ends with 1', () => {
    expect(exitCodeOf({ passed: 3, failed: 1, skipped: 0 }, false)).toBe(1)
    expect(exitCodeOf({ passed: 0, failed: 0, skipped: 0 }, false)).toBe(1)
    expect(exitCodeOf({ passed: 3, failed: 0, skipped: 0 }, false)).toBe(0)
  })

  test('a skipped test ends with 1 only if skipping is not allowed', () => {
    expect(exitCodeOf({ passed: 3, failed: 0, skipped: 1 }, false)).toBe(0)
    expect(exitCodeOf({ passed: 3, failed: 0, skipped: 1 }, true)).toBe(1)
  })
})
