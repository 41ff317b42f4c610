import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

/** They pass for nearly anything: a number for a text, an error for an answer. */
const VAGUE = /\.(?:toBeTruthy|toBeFalsy|toBeDefined|not\s*\.toBeUndefined)\(\)/g

const vagueIn = (text: string): readonly string[] => text.match(VAGUE) ?? []

test.each([
  "expect(screen.getByText('Listo')).toBeTruthy()",
  'await expect.poll(frame).toBeDefined()',
  'expect(row)\n    .not\n    .toBeUndefined()',
  'expect(sheet.autoFilter).toBeFalsy()',
])('«%s» is refused', (text) => {
  expect(vagueIn(text)).toHaveLength(1)
})

test.each([
  "expect(screen.getAllByText('Listo')).toHaveLength(1)",
  'expect(await viewer()).toBeUndefined()',
  'expect(screen.queryByRole("alert")).not.toBeNull()',
])('«%s» is fine', (text) => {
  expect(vagueIn(text)).toEqual([])
})

test('assertions name a value, its shape or its text, not only that there is something', () => {
  const files = sourceFiles(/\.tsx?$/).filter(({ path }) => path !== 'tests/code/vague-assertions.test.ts')
  expect(files.length).toBeGreaterThan(700)
  expect(files.filter(({ text }) => vagueIn(text).length > 0).map(({ path }) => path)).toEqual([])
})
