import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
