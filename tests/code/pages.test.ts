import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import prettier from 'prettier'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'

const DECISIONS = 'docs/decisions'
const INDEX = 'README.md'
const FILE = /`([\w./-]+\.(?:tsx?|mjs))`/g

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const decisions = readdirSync(join(ROOT, DECISIONS))
  .filter((name) => name.endsWith('.md') && name !== INDEX)
  .sort()
const sources = sourceFiles(/\.(?:tsx?|mjs)$/).map(({ path }) => `/${path}`)

/** A page names a file by the end of its path. Bundles are made by the build. */
const isFile = (name: string): boolean =>
  name.startsWith('dist/') ||
  name.startsWith('.') ||
  existsSync(join(ROOT, name)) ||
  sources.some((path) => path.endsWith(`/${name}`))

const pages = ['.', 'docs', DECISIONS].flatMap(markdownIn)

test('pages link to pages that exist', () => {
  const links = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, link]) => [path, link!] as const,
    ),
  )
  expect(links.filter(([path, link]) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([])
})

test('pages name source files that exist', () => {
  const names = pages.flatMap((path) =>
    [...read(path).matchAll(FILE)].map(([, name]) => [path, name!] as const),
  )
  expect(names.filter(([, name]) => !isFile(name))).toEqual([])
})

test('a cell of the table in architecture.md has at most 120 characters', () => {
  const cells = read('docs/architecture.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split('|'))
    .map((cell) => cell.trim())
  expect(cells.filter((cell) => /[^-]/.test(cell) && cell.length > 120)).toEqual([])
})

test('each decision has a number of its own', () => {
  const numbers = decisions.map((name) => name.slice(0, 4))
  expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})

/** In the order of the index. */
const AREAS = [
  'log',
  'read models',
  'figures',
  'privacy',
  'access',
  'limits',
  'calls',
  'profiles',
  'screens',
  'mails',
  'database',
  'starting',
  'code and tests',
]

interface Decision {
  readonly name: string
  readonly number: string
  readonly title: string
  readonly area: string
  readonly state: string
  readonly relations: readonly string[]
}

/** The second line of a page: date · area · state · relations to older decisions. */
function decisionOf(name: string): Decision {
  const [title, status] = read(join(DECISIONS, name)).split('\n\n')
  const [, area = '', state = '', ...relations] = status!
    .replaceAll('\n', ' ')
    .replaceAll(/\[(\d{4})\]\([^)]*\)/g, '$1')
    .split(' · ')
  return { name, number: name.slice(0, 4), title: title!.replace(/^# /, ''), area, state, relations }
}
const PAGES = decisions.map(decisionOf)
const numbersIn = (text: string): readonly string[] => text.match(/\b\d{4}\b/g) ?? []

test('each decision says its area, its state and its relations in one form', () => {
  const state = /^(?:accepted|(?:superseded|narrowed) by \d{4}.*)$/
  const relation = /^(?:supersedes|narrows|adds to) \d{4}/
  expect(
    PAGES.filter(
      (page) =>
        !AREAS.includes(page.area) ||
        !state.test(page.state) ||
        !page.relations.every((text) => relation.test(text)),
    ),
  ).toEqual([])
})

test.each([
  ['supersedes', 'superseded by'],
  ['narrows', 'narrowed by'],
])('a decision that %s another is named in the state of the other', (verb, participle) => {
  const newer = PAGES.flatMap(({ number, relations }) =>
    relations
      .filter((text) => text.startsWith(verb))
      .flatMap(numbersIn)
      .map((older) => `${older} ${participle} ${number}`),
  )
  const older = PAGES.filter(({ state }) => state.startsWith(participle)).flatMap(({ number, state }) =>
    numbersIn(state).map((by) => `${number} ${participle} ${by}`),
  )
  expect(newer.toSorted()).toEqual(older.toSorted())
})

const entryOf = ({ number, title, name, state }: Decision): string =>
  `- ${number} [${title}](${name}) · ${state}`
const headingOf = (area: string): string => `## ${area.charAt(0).toUpperCase()}${area.slice(1)}`

test('the index lists all decisions', async () => {
  const index = [
    '# Decisions',
    '',
    'One page for each decision, by area. A narrowed decision is valid except for the part that a newer one changes.',
    ...AREAS.flatMap((area) => [
      '',
      headingOf(area),
      '',
      ...PAGES.filter((page) => page.area === area).map(entryOf),
    ]),
  ].join('\n')
  const path = join(ROOT, DECISIONS, INDEX)
  const options = await prettier.resolveConfig(path)
  await expect(await prettier.format(index, { ...options, parser: 'markdown' })).toMatchFileSnapshot(path)
})
