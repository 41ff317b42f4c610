import { expect, test } from 'vitest'
import { sourceFiles } from '../support/source-files.ts'
import { isOfTests, waitFaultsIn } from './waits.ts'

test('tests wait up to one limit that is the same for all, compare no times that a busy machine makes longer, and open pages in one place', () => {
  const files = sourceFiles(/\.tsx?$/).filter(isOfTests)
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(waitFaultsIn)).toEqual([])
})
