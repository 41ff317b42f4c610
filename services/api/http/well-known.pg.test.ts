import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

async function text(path: string, type: RegExp): Promise<string> {
  const response = await api.call(path)
  expect([path, response.status]).toEqual([path, 200])
  expect(response.headers.get('content-type')).toMatch(type)
  return response.text()
}

test('security.txt names a contact, and is valid for less than a year', async () => {
  const said = await text('/.well-known/security.txt', /^text\/plain; charset=utf-8$/)
  const fields = new Map(
    said
      .trim()
      .split('\n')
      .map((line) => /^([\w-]+): (.+)$/.exec(line)!.slice(1) as [string, string]),
  )
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe(`mailto:${PRODUCT.supportEmail}`)
  expect(fields.get('Canonical')).toBe(`${PUBLIC_URL}/.well-known/security.txt`)
  const daysLeft = (): number => (Date.parse(fields.get('Expires')!) - api.clock.now().getTime()) / 86_400_000
  expect(daysLeft()).toBeGreaterThan(100)
  expect(daysLeft()).toBeLessThan(365)
})

test('security.txt is renewed each day: it does not expire while the product runs', async () => {
  const expires = async () => /Expires: (.+)/.exec(await text('/.well-known/security.txt', /plain/))![1]!
  const first = await expires()
  api.clock.advance(40 * 86_400_000)
  expect(Date.parse(await expires()) - Date.parse(first)).toBe(40 * 86_400_000)
})

test('robots may read pages of cards and their pictures, and no other pages', async () => {
  const lines = (await text('/robots.txt', /^text\/plain/)).trim().split('\n')
  expect(lines[0]).toBe('User-agent: *')
  const isClosed = (path: string): boolean =>
    !path.startsWith('/api/files/') &&
    lines.some((line) => line.startsWith('Disallow: ') && path.startsWith(line.slice(10)))
  for (const path of ['/', '/pages/demo', '/api/files/abc-preview', '/landing'])
    expect([path, isClosed(path)]).toEqual([path, false])
  for (const path of [
    '/api/auth/me',
    '/dashboard',
    '/admin',
    '/auth/reset',
    '/activate',
    '/profile/demo/vcf',
  ])
    expect([path, isClosed(path)]).toEqual([path, true])
})

test('password managers are redirected to the reset of a password', async () => {
  const response = await api.call('/.well-known/change-password')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/auth/forgot-password'])
  expect((await api.call(response.headers.get('location')!)).status).toBe(200)
  // They detect a site that answers everything this way.
  const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
  expect((await api.call(none)).status).toBe(404)
})

interface Manifest {
  readonly name: string
  readonly lang: string
  readonly start_url: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[]
}

test('the manifest is in Spanish, and its icons exist in the sizes that it lists', async () => {
  const manifest = JSON.parse(await text('/manifest.webmanifest', /^application\/manifest\+json/)) as Manifest
  expect(manifest).toMatchObject({ name: PRODUCT.name, lang: 'es-CL', start_url: '/dashboard' })
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']))
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(await bytesOf(src)).metadata()
    expect([src, `${width}x${height}`, format]).toEqual([src, sizes, 'png'])
  }
})

const bytesOf = async (path: string): Promise<Buffer> =>
  Buffer.from(await (await api.call(path)).arrayBuffer())

test('the icon that browsers request by themselves has pictures of its sizes', async () => {
  const ico = await bytesOf('/favicon.ico')
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2)]).toEqual([0, 1])
  const count = ico.readUInt16LE(4)
  const sizes = Array.from({ length: count }, (_, index) => {
    const at = 6 + 16 * index
    const [length, offset] = [ico.readUInt32LE(at + 8), ico.readUInt32LE(at + 12)]
    return { said: ico.readUInt8(at), png: ico.subarray(offset, offset + length) }
  })
  expect(sizes.map(({ said }) => said)).toEqual([16, 32, 48])
  for (const { said, png } of sizes) expect((await sharp(png).metadata()).width).toBe(said)
})

test('the client’s page names them', async () => {
  const html = await (await api.call('/login')).text()
  const links = [...html.matchAll(/<link rel="(icon|manifest|apple-touch-icon)"[^>]* href="([^"]+)"/g)].map(
    ([, , href]) => href!,
  )
  expect(links).toEqual(
    expect.arrayContaining(['/favicon.ico', '/manifest.webmanifest', '/apple-touch-icon.png']),
  )
  for (const href of links) expect([href, (await api.call(href)).status]).toEqual([href, 200])
})

test('browsers request the worker of cards again each time, and cannot widen its scope', async () => {
  const { status, headers } = await api.call(KEPT_CARDS.workerPath)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('service-worker-allowed')).toBeNull()
  expect(headers.get('etag')).not.toBeNull()
})

test('only workers of this site are allowed, on every page', async () => {
  for (const path of ['/pages/demo', '/', '/login', KEPT_CARDS.workerPath]) {
    const { headers } = await api.call(path)
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringMatching(/worker-src 'self'(?:;|$)/),
    ])
  }
})
