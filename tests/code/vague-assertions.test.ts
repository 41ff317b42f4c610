import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'

/** They pass for nearly anything: a number for a text, an error for an answer. */
const VAGUE = /\.(?:toBeTruthy|toBeFalsy|toBeDefined|not\s*\.toBeUndefined)\(\)/g

const vagueIn = (text: string): readonly string[] => text.match(VAGUE) ?? []

test('assertions name a value, its shape or its text, not only that there is something', () => {
  const files = sourceFiles(/\.tsx?$/).filter(({ path }) => path !== 'tests/code/vague-assertions.test.ts')
  expect(files.length).toBeGreaterThan(700)
  expect(files.filter(({ text }) => vagueIn(text).length > 0).map(({ path }) => path)).toEqual([])
})
