import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '../../dist/web')
const KB = 1_024

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const readManifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const manifest = readManifest()

/** A chunk and all that it imports at once; a name that the build does not know is an error. */
function loadedWith(name: string, loaded = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`dist/web has no ${name}: run npm run build`)
  if (!loaded.has(name)) {
    loaded.set(name, chunk)
    for (const imported of chunk.imports ?? []) loadedWith(imported, loaded)
  }
  return loaded
}

const chunksOf = (names: readonly string[]): Map<string, Chunk> =>
  names.reduce((loaded, name) => loadedWith(name, loaded), new Map<string, Chunk>())
const gzipKb = (files: Iterable<string>): number =>
  [...new Set(files)].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(WEB, file)), { level: 9 }).length / KB,
    0,
  )
const scriptsKb = (chunks: Map<string, Chunk>): number => gzipKb([...chunks.values()].map(({ file }) => file))

const ENTRY = 'index.html'
const LOGIN = [ENTRY, 'app/routes/LoginRoute.tsx']
const FIRST_TAB = [ENTRY, 'app/shell/Dashboard.tsx', 'features/analytics/AnalyticsTab.tsx']
const CHART = 'features/analytics/series/TrafficChart.tsx'

test('the login loads at most 175 KB of script', () => {
  expect(scriptsKb(chunksOf(LOGIN))).toBeLessThanOrEqual(175)
})

test('the other account screens load at most 175 KB of script', () => {
  expect(scriptsKb(chunksOf([ENTRY, 'app/routes/AccountRoute.tsx']))).toBeLessThanOrEqual(175)
})

test('the first tab of the dashboard loads at most 220 KB of script', () => {
  expect(scriptsKb(chunksOf(FIRST_TAB))).toBeLessThanOrEqual(220)
})

test('the chart comes later, in at most 195 KB of its own', () => {
  const before = chunksOf(FIRST_TAB)
  expect(before.has(CHART)).toBe(false)
  const added = new Map([...chunksOf([CHART])].filter(([name]) => !before.has(name)))
  const kb = scriptsKb(added)
  expect(kb).toBeGreaterThan(100)
  expect(kb).toBeLessThanOrEqual(195)
})

test('the style sheets are at most 16 KB', () => {
  const styles = [...chunksOf([...LOGIN, ...FIRST_TAB]).values()].flatMap(({ css }) => css ?? [])
  expect(styles.length).toBeGreaterThan(0)
  expect(gzipKb(styles)).toBeLessThanOrEqual(16)
})

test('one font is preloaded, and it is the one that the style sheet uses', () => {
  const page = readFileSync(join(WEB, ENTRY), 'utf8')
  const preloaded = [...page.matchAll(/<link[^>]+rel="preload"[^>]*>/g)].map(([tag]) => tag)
  expect(preloaded).toHaveLength(1)
  const font = /href="\/(assets\/[^"]+\.woff2)"/.exec(preloaded[0] ?? '')?.[1] ?? ''
  expect(readdirSync(join(WEB, 'assets'))).toContain(font.slice('assets/'.length))
  const style = manifest[ENTRY]?.css?.[0] ?? ''
  expect(readFileSync(join(WEB, style), 'utf8')).toContain(font)
})

test('the page holds no inline script or style, which the CSP would refuse', () => {
  const page = readFileSync(join(WEB, ENTRY), 'utf8')
  expect(page).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)/)
})
