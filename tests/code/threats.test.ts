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
  ['docs/threats.md', 100],
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

const [THREATS = '', ASVS = ''] = read('docs/threats.md').split('\n## OWASP ASVS')
/** `- **a threat**: its control (what shows it)`. Without a control a promise is one. */
const THREAT = /^- \*\*.+?\*\*(.*) \((.+)\)$/

function isAnswered(line: string): boolean {
  const [, control = '', shown = ''] = THREAT.exec(line) ?? []
  return promisesNamedIn(shown).length > 0 || (control !== '' && testsNamedIn(shown).length > 0)
}

test('every threat has a promise, or a control and a test that shows it', () => {
  const [threats = ''] = THREATS.split('\n## Open')
  const lines = threats.split('\n').filter((line) => line.startsWith('- '))
  expect(lines.length).toBeGreaterThan(70)
  expect(lines.filter((line) => !isAnswered(line))).toEqual([])
})

/** How many requirements of levels 1 and 2 each section of version 5.0.0 has; their numbers have no gaps. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1
  11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
  16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
const REQUIREMENTS = SECTIONS.trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name, count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`)
  })

/** `1.2.6-8` is three. */
function numbersOf(range: string): readonly string[] {
  const [, section, first, last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? []
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, index) => `${section}.${Number(first) + index}`)
}

/** The numbers at the beginning of each line: `- **1.2.6-8, 1.3.1** why`. */
const requirementsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^- \*\*([\d., -]+)\*\* \S/gm)].flatMap(([, ranges = '']) =>
    ranges.split(', ').flatMap(numbersOf),
  )

test('ASVS 5.0.0 has every requirement of levels 1 and 2, once, under one of five states', () => {
  const [, ...states] = ASVS.split('\n### ')
  expect(REQUIREMENTS).toHaveLength(253)
  expect(states.flatMap(requirementsIn).toSorted()).toEqual(REQUIREMENTS.toSorted())
  expect(states.map((text) => text.split('\n')[0])).toEqual([
    'Not met',
    'Partly met',
    "The operator's",
    'Not applicable',
    'Met',
  ])
  expect(states.filter((text) => requirementsIn(text).length === 0)).toEqual([])
})
