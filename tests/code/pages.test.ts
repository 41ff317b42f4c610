import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import prettier from 'prettier'
import { describe, expect, test } from 'vitest'
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

describe.each(['.', 'docs', DECISIONS].flatMap(markdownIn))('%s', (path) => {
  test('links to pages that exist', () => {
    const links = [...read(path).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link]) => link!)
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(path), link)))).toEqual([])
  })

  test('names source files that exist', () => {
    const named = [...read(path).matchAll(FILE)].map(([, name]) => name!)
    expect(named.filter((name) => !isFile(name))).toEqual([])
  })
})

test('each decision has a number of its own', () => {
  const numbers = decisions.map((name) => name.slice(0, 4))
  expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
})

function entryOf(name: string): string {
  const [title, status] = read(join(DECISIONS, name)).split('\n\n')
  const state = status!
    .replaceAll('\n', ' ')
    .replace(/^[\d-]+ · /, '')
    .replaceAll(/\[(\d{4})\]\([^)]*\)/g, '$1')
  return `- ${name.slice(0, 4)} [${title!.replace(/^# /, '')}](${name}) · ${state}`
}

test('the index lists all decisions', async () => {
  const index = ['# Decisions', '', 'One page for each decision.', '', ...decisions.map(entryOf)].join('\n')
  const path = join(ROOT, DECISIONS, INDEX)
  const options = await prettier.resolveConfig(path)
  await expect(await prettier.format(index, { ...options, parser: 'markdown' })).toMatchFileSnapshot(path)
})
