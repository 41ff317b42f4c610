import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from '../support/source-files.ts'

/** The import graph of all sources. A check that saw no files would be green for ever, so it says how many it saw. */
const FILES_MIN = 250
const IMPORTS_MIN = 900

const IMPORT = /^\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
const TEST_ONLY = /\.(?:test|contract|child)\.tsx?$|\/testing\/|\/contract\/|^tests\//

const PACKAGES: Readonly<Record<string, string>> = {
  '@app/contracts': 'contracts',
  '@app/projections': 'projections',
  '@app/web': 'web',
  '@app/domain': 'services/domain',
  '@app/event-store': 'services/event-store',
  '@app/vault': 'services/vault',
  '@app/outside': 'services/outside',
  '@app/api': 'services/api',
  '@app/processes': 'services/processes',
  '@app/insights': 'services/insights',
  '@app/report': 'services/report',
  '@app/generator': 'services/generator',
  '@app/ops': 'services/ops',
  '@app/bench': 'services/bench',
  '@app/standalone': 'services/standalone',
}

/** Who may import whom, of our own. */
const MAY_IMPORT: Readonly<Record<string, readonly RegExp[]>> = {
  contracts: [],
  'services/domain': [/^contracts\//],
  'services/event-store': [/^contracts\//, /^services\/domain\/decider\.ts$/],
  'services/vault': [/^contracts\//],
  'services/outside': [/^contracts\//],
  projections: [/^contracts\//, /^services\/(?:event-store|outside)\//],
  'services/api': [
    /^contracts\//,
    /^services\/(?:domain|event-store|vault|outside|processes|insights|report)\//,
    /^projections\/(?:\w+\/queries|traffic\/user-agent|read-db|row-seals)\.ts$/,
  ],
  'services/insights': [/^contracts\//],
  'services/report': [/^contracts\//],
  'services/generator': [/^contracts\//],
  'services/processes': [/^contracts\//, /^services\/(?:domain|event-store|vault|outside)\//],
  'services/ops': [
    /^contracts\//,
    /^services\/(?:domain|event-store|vault|outside|processes)\//,
    /^projections\//,
  ],
  'services/bench': [
    /^contracts\//,
    /^services\/(?:domain|event-store|outside|vault|generator|processes)\//,
    /^services\/ops\/sample\/random\.ts$/,
    /^projections\//,
  ],
  'services/standalone': [/./],
  web: [/^contracts\//],
}

interface Import {
  readonly from: string
  readonly specifier: string
  /** A file of ours, or undefined for a package of others. */
  readonly to: string | undefined
}

function fileOf(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier)
  const [scope, name, ...rest] = specifier.split('/')
  const folder = PACKAGES[`${scope}/${name}`]
  return folder === undefined ? undefined : posix.join(folder, ...rest)
}

const files = sourceFiles(/\.(?:ts|tsx|mjs)$/)
const imports: readonly Import[] = files.flatMap(({ path, text }) =>
  [...text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? ''
    return { from: path, specifier, to: fileOf(path, specifier) }
  }),
)
const layerOf = (path: string): string => {
  const [first, second] = path.split('/')
  return first === 'services' ? `services/${second}` : String(first)
}
const product = imports.filter(({ from }) => !TEST_ONLY.test(from))

test(`the graph is of at least ${FILES_MIN} files and ${IMPORTS_MIN} imports`, () => {
  expect(files.length).toBeGreaterThan(FILES_MIN)
  expect(imports.length).toBeGreaterThan(IMPORTS_MIN)
  console.info(`import graph: ${files.length} files, ${imports.length} imports`)
})

describe('every import', () => {
  test('leads to a file that exists', () => {
    const ours = imports.filter(({ to }) => to !== undefined && /\.(?:ts|tsx|mjs|css)$/.test(to))
    expect(ours.filter(({ to }) => !existsSync(join(ROOT, to!)))).toEqual([])
  })

  test('keeps to its layer', () => {
    const wrong = product.filter(({ from, to }) => {
      const layer = layerOf(from)
      const allowed = MAY_IMPORT[layer]
      if (to === undefined || allowed === undefined || layerOf(to) === layer) return false
      return !allowed.some((pattern) => pattern.test(to))
    })
    expect(wrong).toEqual([])
  })

  test('of product code leads to no test fixture', () => {
    expect(product.filter(({ to }) => to !== undefined && TEST_ONLY.test(to))).toEqual([])
  })

  test('of a package of others is declared by the workspace that makes it', () => {
    const undeclared = product.filter(({ from, specifier, to }) => {
      if (to !== undefined || specifier.startsWith('node:') || !(layerOf(from) in MAY_IMPORT)) return false
      const { dependencies = {}, devDependencies = {} } = manifestOf(layerOf(from))
      const [first, second] = specifier.split('/')
      const name = specifier.startsWith('@') ? `${first}/${second}` : String(first)
      return !(name in dependencies || name in devDependencies || BUILD_TOOLS.has(name))
    })
    expect(undeclared).toEqual([])
  })
})

const BUILD_TOOLS = new Set(['esbuild', 'tsx'])
const manifestOf = (layer: string) =>
  JSON.parse(readFileSync(join(ROOT, layer, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string> | undefined
  >

test('nothing imports in a ring', () => {
  const graph = new Map<string, string[]>()
  for (const { from, to } of imports) if (to !== undefined) graph.set(from, [...(graph.get(from) ?? []), to])
  const done = new Set<string>()
  const ringFrom = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of graph.get(path) ?? []) {
      const ring = ringFrom(next, [...trail, path])
      if (ring !== undefined) return ring
    }
    done.add(path)
    return undefined
  }
  expect(files.map(({ path }) => ringFrom(path, [])).filter((ring) => ring !== undefined)).toEqual([])
})

test('there are no barrels', () => {
  const barrels = files.filter(
    ({ path, text }) => path !== 'tests/code/layers.test.ts' && /^export \* /m.test(text),
  )
  expect(barrels.map(({ path }) => path)).toEqual([])
})

test('no feature of the web imports another, and its parts know no feature', () => {
  const wrong = product.filter(({ from, to }) => {
    if (to === undefined || !from.startsWith('web/')) return false
    const [, part, feature] = from.split('/')
    const [, otherPart, otherFeature] = to.split('/')
    if (part === 'ui') return to.startsWith('web/') && otherPart !== 'ui'
    return part === 'features' && otherPart === 'features' && feature !== otherFeature
  })
  expect(wrong).toEqual([])
})

test('no file or folder is a drawer for odds and ends', () => {
  const drawers = /(?:^|\/)(?:utils?|helpers?|common|shared|misc|types|lib)(?:\/|\.)/
  expect(files.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([])
})
