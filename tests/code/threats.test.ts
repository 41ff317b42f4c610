import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../support/source-files.ts'
import { promisesOn } from './promises.ts'

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const TEST_FILE = /`(\w[\w./-]*\.test\.tsx?)`/g
const testsNamedIn = (text: string): readonly string[] =>
  [...text.matchAll(TEST_FILE)].map(([, path]) => path!)
const PROMISES = new Set(promisesOn(read('docs/promises.md')).map(({ id }) => id))
const AREAS = [...new Set([...PROMISES].map((id) => id.split('-')[0]))].join('|')
const promisesNamedIn = (text: string): readonly string[] =>
  text.match(new RegExp(`\\b(?:${AREAS})-\\d+\\b`, 'g')) ?? []

describe.each([
  ['docs/threats.md', 70],
  ['docs/architecture.md', 10],
  ['SECURITY.md', 0],
])('%s', (name, promisesMin) => {
  test('names tests and promises that exist', () => {
    const [tests, promises] = [testsNamedIn(read(name)), promisesNamedIn(read(name))]
    expect(promises.length).toBeGreaterThanOrEqual(promisesMin)
    expect([...new Set(tests)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(promises.filter((id) => !PROMISES.has(id))).toEqual([])
  })
})

/** `- a threat: its control (its promises)`: one of both is there. */
const isAnswered = (line: string): boolean => line.includes(': ') || promisesNamedIn(line).length > 0

test('every threat has a promise or a control', () => {
  const [threats = ''] = read('docs/threats.md').split('\n## Open')
  const lines = threats.split('\n').filter((line) => line.startsWith('- '))
  expect(lines.length).toBeGreaterThan(60)
  expect(lines.filter((line) => !isAnswered(line))).toEqual([])
})
