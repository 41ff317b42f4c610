import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'
import { faultsOf, promisesOn, verifiedIn } from './promises.ts'

const page = readFileSync(join(ROOT, 'docs/promises.md'), 'utf8')
const files = sourceFiles(/\.tsx?$/)
const promises = promisesOn(page)
const verified = verifiedIn(files)

test('each promise has a test, and each test that names one names one that exists', () => {
  expect(promises.length).toBeGreaterThan(100)
  expect(verified.length).toBeGreaterThan(300)
  expect(faultsOf(page, files)).toEqual([])
})

test('each line that begins with an id is read as a promise', () => {
  const lines = page.split('\n').filter((line) => /^[-*| ]*[A-Z]+-\d/.test(line))
  expect(promises).toHaveLength(lines.length)
})
