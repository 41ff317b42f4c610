import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'
import { faultsOf, promisesOn, tableOf, verifiedIn } from './promises.ts'

const page = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8')
const decisions = new Set(readdirSync(join(ROOT, 'docs/decisions')))
const files = sourceFiles(/\.tsx?$/)
const promises = promisesOn(page)
const verified = verifiedIn(files)

test('each promise has a test, a cost and a decision, and each test that names one names one that exists', () => {
  expect(promises.length).toBeGreaterThan(100)
  expect(verified.length).toBeGreaterThan(300)
  expect(faultsOf(page, files, decisions)).toEqual([])
  console.info(`promise → how many tests name it, and their files\n${tableOf(promises, verified)}`)
})

test('each line of a table is read as a promise', () => {
  const lines = page.split('\n').filter((line) => /^\| [A-Z]/.test(line))
  expect(promises).toHaveLength(lines.length)
})

describe('the check', () => {
  const DECISION = '0001-a.md'
  const line = (id: string, decided = `[0001](decisions/${DECISION})`) =>
    `| ${id} | it holds | little | ${decided} |\n`
  const named = (text: string, path = 'services/a.test.ts') => [{ path, text }]
  const faults = (text: string, tests: readonly { readonly path: string; readonly text: string }[]) =>
    faultsOf(text, tests, new Set([DECISION]))

  test.each([
    ["test('it holds [LOG-1]', () => undefined)"],
    ["describe('it holds [LOG-1]', () => {"],
    ["])('%s holds [LOG-1]', (name) => {"],
    ['test(\n  `with ${N} it holds [LOG-1]`,\n  async () => {'],
    ["{ title: '[01] it holds [LOG-1]', run: holds },"],
  ])('finds the id in %j', (text) => {
    expect(faults(line('LOG-1'), named(text))).toEqual([])
  })

  test('finds each of several ids', () => {
    const text = "test('it holds [LOG-1, FIG-2]', () => undefined)"
    expect(faults(line('LOG-1') + line('FIG-2'), named(text))).toEqual([])
  })

  test.each([
    ['an id that no test verifies', line('LOG-1'), '', 'no test verifies LOG-1'],
    ['an unknown id', '', "test('it [LOG-1]', f)", 'services/a.test.ts names LOG-1: no promise'],
    [
      'an id that stands twice',
      line('LOG-1') + line('LOG-1'),
      "test('it [LOG-1]', f)",
      'LOG-1 comes twice, or after a higher number',
    ],
    ['a missing decision', line('LOG-1', 'us'), "test('it [LOG-1]', f)", 'LOG-1 has no link to a decision'],
    [
      'a decision that does not exist',
      line('LOG-1', '[0002](decisions/0002-b.md)'),
      "test('it [LOG-1]', f)",
      'LOG-1: there is no decision 0002-b.md',
    ],
    [
      'missing costs',
      line('LOG-1').replace('little', ''),
      "test('it [LOG-1]', f)",
      'LOG-1 lacks its promise or its costs',
    ],
  ])('refuses %s', (_what, text, tests, fault) => {
    expect(faults(text, named(tests))).toEqual([fault])
  })

  test.each([
    ['in the middle of a title', "test('it [LOG-1] holds', f)"],
    ['in a comment', "// [LOG-1]\ntest('it holds', f)"],
  ])('refuses an id %s', (_where, text) => {
    expect(faults(line('LOG-1'), named(text))).toEqual([
      'no test verifies LOG-1',
      'services/a.test.ts names a promise elsewhere than at the end of a title',
    ])
  })

  test('counts no title outside of tests', () => {
    const text = "test('it [LOG-1]', f)"
    expect(faults(line('LOG-1'), named(text, 'services/a.ts'))).toEqual(['no test verifies LOG-1'])
  })
})
