import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANTONIA } from './testing/sample-profile.ts'

const dist = join(import.meta.dirname, '../../../dist')
const assets = join(dist, 'web/public-assets')
const folder = mkdtempSync(join(tmpdir(), 'public-page-'))
const site = { publicUrl: 'https://tarjeta.cl' }
const KB = 1024
let renderer: PublicPageRenderer

beforeAll(async () => {
  for (const name of ['public-page.js', 'public-page.js.map'])
    copyFileSync(join(dist, 'server', name), join(folder, name))
  const built = (await import(pathToFileURL(join(folder, 'public-page.js')).href)) as {
    default: () => PublicPageRenderer
  }
  renderer = built.default()
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the built renderer runs outside the workspace and names the files beside it', () => {
  const { html } = renderer.profile(ANTONIA, site)
  const named = [...html.matchAll(/\/public-assets\/([\w.-]+)/g)].map(([, name]) => name)
  const plain = readdirSync(assets).filter((file) => !/\.(?:br|gz)$/.test(file))
  expect(new Set(named)).toEqual(new Set(plain))
})

test('the script is plain, small and old enough for phones of 2019 [SPEED-1]', () => {
  const name = readdirSync(assets).find((file) => /^tap-\w{8}\.js$/.test(file)) ?? ''
  const script = readFileSync(join(assets, name), 'utf8')
  expect(gzipSync(script).length).toBeLessThanOrEqual(8 * KB)
  expect(script).not.toMatch(/\?\.|\?\?|import\(|react/i)
})

test('page and style are as small as a first look needs, with every field filled [SPEED-1]', () => {
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
  expect(gzipSync(html).length).toBeLessThanOrEqual(7 * KB)
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  expect(style.length).toBeGreaterThan(KB)
  expect(gzipSync(style).length).toBeLessThanOrEqual(2.7 * KB)
})
