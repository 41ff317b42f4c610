import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'
import { fileOf, violationOf, workspaceOf, type Import } from './layers.ts'

/** The import graph of all sources. It prints its size, because a check without files would always pass. */
const FILES_MIN = 250
const IMPORTS_MIN = 900

const IMPORT = /^\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm

const files = sourceFiles(/\.(?:ts|tsx|mjs)$/)
const imports: readonly Import[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    return { from: path, specifier, to: fileOf(path, specifier) }
  }),
)

test(`the graph is of at least ${FILES_MIN} files and ${IMPORTS_MIN} imports`, () => {
  expect(files.length).toBeGreaterThan(FILES_MIN)
  expect(imports.length).toBeGreaterThan(IMPORTS_MIN)
  console.info(`import graph: ${files.length} files, ${imports.length} imports`)
})

describe('every import', () => {
  test('keeps to its layer', () => {
    const wrong = imports.map((one) => ({ ...one, violation: violationOf(one) }))
    expect(wrong.filter(({ violation }) => violation !== undefined)).toEqual([])
  })

  // knip lets a private workspace import its neighbours undeclared.
  test('of another workspace is declared by the workspace that makes it, in tests too', () => {
    const ofOurs = imports.filter(({ specifier }) => specifier.startsWith('@app/'))
    expect(ofOurs.length).toBeGreaterThan(IMPORTS_MIN)
    expect(ofOurs.filter(({ from, specifier }) => !isDeclared(from, packageOf(specifier)))).toEqual([])
  })
})

/** `@app/services` of `@app/services/product/app.ts`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

function isDeclared(from: string, name: string): boolean {
  const { dependencies = {}, devDependencies = {} } = manifestOf(workspaceOf(from))
  return name in dependencies || name in devDependencies
}

const manifestOf = (workspace: string) =>
  JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string> | undefined
  >

test('there are no barrels', () => {
  const barrels = files.filter(
    ({ path, text }) => path !== 'tests/code/layers.test.ts' && /^export \* /m.test(text),
  )
  expect(barrels.map(({ path }) => path)).toEqual([])
})

test('no file or folder is a drawer for odds and ends', () => {
  const drawers = /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|lib)(?:\/|\.)/
  expect(files.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([])
})

test("the landing's style sheet reads every component of ui that the landing imports, and no other", () => {
  const sheet = readFileSync(join(ROOT, 'web/app/landing/landing.css'), 'utf8')
  const sources = [...sheet.matchAll(/^@source '\.\.\/\.\.\/(ui\/.+)';$/gm)].flatMap(([, path = '']) => {
    const [before = '', names = '', after = ''] = path.split(/[{}]/)
    return names.split(',').map((name) => `web/${before}${name}${after}`)
  })
  const reached = reachedFrom('web/app/landing/LandingPage.tsx')
  const textOf = new Map(files.map(({ path, text }) => [path, text]))
  const drawn = [...reached].filter(
    (path) => path.startsWith('web/ui/') && CLASS.test(textOf.get(path) ?? ''),
  )
  expect(drawn.length).toBeGreaterThan(5)
  expect(sources.toSorted()).toEqual(drawn.toSorted())
})

/** Written as one, or as the value of a constant that is one. */
const CLASS = /className=|'[^']*\b(?:flex|shadow|rounded)-/

function reachedFrom(path: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(path)) return reached
  reached.add(path)
  for (const { from, to } of imports) if (from === path && to !== undefined) reachedFrom(to, reached)
  return reached
}
