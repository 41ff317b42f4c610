import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANTONIA } from './sample-profile.ts'

const folder = mkdtempSync(join(tmpdir(), 'public-page-'))
const assets = join(folder, 'web/public-assets')
const site = { publicUrl: 'https://tarjeta.cl' }
const KB = 1024
let renderer: PublicPageRenderer

beforeAll(async () => {
  const script = fileURLToPath(new URL('../../build-public-page.mjs', import.meta.url))
  execFileSync(process.execPath, [script, folder])
  const built = (await import(pathToFileURL(join(folder, 'server/public-page.js')).href)) as {
    default: () => PublicPageRenderer
  }
  renderer = built.default()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the built renderer runs outside the workspace and names the files beside it', () => {
  const { html } = renderer.profile(ANTONIA, site)
  const named = [...html.matchAll(/\/public-assets\/([\w.-]+)/g)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(readdirSync(assets)))
})

test('the script is plain, small and old enough for phones of 2019 [SPEED-1]', () => {
  const name = readdirSync(assets).find((file) => /^tap-\w{8}\.js$/.test(file)) ?? ''
  const script = readFileSync(join(assets, name), 'utf8')
  expect(gzipSync(script).length).toBeLessThanOrEqual(8 * KB)
  expect(script).not.toMatch(/\?\.|\?\?|import\(|react/i)
})

test('the script behind «Mis datos» is as plain, and costs nobody anything who does not ask for it', () => {
  const name = readdirSync(assets).find((file) => /^my-data-\w{8}\.js$/.test(file)) ?? ''
  const script = readFileSync(join(assets, name), 'utf8')
  expect(gzipSync(script).length).toBeLessThanOrEqual(6 * KB)
  expect(script).not.toMatch(/\?\.|\?\?|import\(|react/i)
})

test('page and style fit into one round trip, with every field filled', () => {
  const details = {
    bio: 'Una bio larga, con palabras distintas cada vez. '.repeat(40),
    facebook: 'andesnorte',
  }
  const { html } = renderer.profile(
    {
      ...ANTONIA,
      ...details,
      profile_image: '3f9ac2'.repeat(6).slice(0, 32),
      company_logo: '81d07be'.repeat(6).slice(0, 32),
      background_image: '5c2e9'.repeat(7).slice(0, 32),
    },
    site,
  )
  expect(gzipSync(html).length).toBeLessThanOrEqual(14 * KB)
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  expect(style.length).toBeGreaterThan(KB)
  expect(gzipSync(style).length).toBeLessThanOrEqual(10 * KB)
})
