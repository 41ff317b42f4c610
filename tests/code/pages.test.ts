import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { ROOT, sourceFiles } from '../support/source-files.ts'

const DECISIONS = 'docs/decisions'
const INDEX = `${DECISIONS}/README.md`
const FILE = /`([\w./-]+\.(?:tsx?|mjs))`/g

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const decisions = markdownIn(DECISIONS)
  .filter((path) => path !== INDEX)
  .toSorted()
const entryOf = (path: string): string => {
  const title = read(path).slice(2).split('\n')[0]
  return `- [${title}](${basename(path)})`
}
const sources = sourceFiles(/\.(?:tsx?|mjs)$/).map(({ path }) => `/${path}`)

/** A page names a file by the end of its path. Bundles are made by the build. */
const isFile = (name: string): boolean =>
  name.startsWith('dist/') ||
  name.startsWith('.') ||
  existsSync(join(ROOT, name)) ||
  sources.some((path) => path.endsWith(`/${name}`))

const pages = ['.', 'docs', DECISIONS].flatMap(markdownIn)

/** As GitHub names the anchor of a heading. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** `page.md#heading`, either part of it alone. */
function isTarget(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), path)
  return existsSync(join(ROOT, target)) && (anchor === undefined || anchorsOf(read(target)).includes(anchor))
}

test('pages link to pages and headings that exist', () => {
  const links = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link]) => [path, link!] as const),
  )
  expect(links.filter(([path, link]) => !isTarget(path, link))).toEqual([])
})

test('pages name source files that exist', () => {
  const names = pages.flatMap((path) =>
    [...read(path).matchAll(FILE)].map(([, name]) => [path, name!] as const),
  )
  expect(names.filter(([, name]) => !isFile(name))).toEqual([])
})

const wordsIn = (path: string): number => read(path).split(/\s+/).filter(Boolean).length

test('a page of decisions says what stands, its price and what was dropped', () => {
  const headings = ['\n## Price\n', '\n## Dropped\n']
  expect(decisions.filter((path) => !headings.every((heading) => read(path).includes(heading)))).toEqual([])
})

test('a page of decisions has fewer than 500 words, and all of them at most 8,000', () => {
  expect(decisions.filter((path) => wordsIn(path) >= 500)).toEqual([])
  const words = [INDEX, ...decisions].map(wordsIn)
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(5_900)
})

test('the index lists all pages of decisions', async () => {
  const index = `# Decisions

Each area has one page, true by itself. A change of a decision edits its page. Prices are for two cores and for cards with
ten events a day, whose bursts are ten times the mean of the day. What is marked as estimated was not measured.

${decisions.map(entryOf).join('\n')}
`
  await expect(index).toMatchFileSnapshot(join(ROOT, INDEX))
})

test('the product’s name is in one constant and nowhere else in the code', () => {
  const files = sourceFiles(/\.(?:ts|tsx|mjs|css|html|json|sql|awk)$/)
  expect(files.length).toBeGreaterThan(200)
  const name = new RegExp(PRODUCT.name, 'i')
  const named = files.filter(({ path, text }) => path !== 'contracts/product.ts' && name.test(text))
  expect(named.map(({ path }) => path)).toEqual([])
})
