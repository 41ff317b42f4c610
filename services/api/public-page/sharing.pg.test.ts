import { createRequire } from 'node:module'
import type jsqr from 'jsqr'
import sharp, { type OutputInfo } from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { PREVIEW } from '@app/contracts/fields/image-renditions.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { renameSlug, write } from '../../../tests/support/api/test-log.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'
import { createUploads, type Uploads } from '../../../tests/support/api/test-uploads.ts'

/** Typed here, because its own types do not match how Node imports it. */
const readQr = createRequire(import.meta.url)('jsqr') as typeof jsqr.default

let api: TestApi
let uploads: Uploads
beforeAll(async () => {
  api = await startTestApi()
  uploads = createUploads(api)
})
afterAll(() => api?.close())

const PICTURES = ['qr.svg', 'qr.png', 'preview.jpg'] as const
const bytesOf = async (path: string): Promise<Buffer> => {
  const response = await api.call(path)
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
}

/** Read by a library independent of the one that draws. */
async function readCode(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const code = readQr(new Uint8ClampedArray(data), info.width, info.height)
  return { text: code?.data, version: code?.version, info, data }
}

const PAPER = 4

/** By column and row, the code's own first module at 0. */
function modulesOf({ info, data, version = 0 }: Awaited<ReturnType<typeof readCode>>) {
  const side = info.width / (17 + 4 * version + 2 * PAPER)
  const middle = (n: number): number => Math.floor((n + PAPER + 0.5) * side)
  return (x: number, y: number): boolean => data[(middle(y) * info.width + middle(x)) * info.channels]! < 128
}

describe('the code of a profile', () => {
  test('contains the address of its page with the source, as SVG and as PNG, in any case', async () => {
    const [svg, png] = [await bytesOf('/pages/demo/qr.svg'), await bytesOf('/pages/demo/qr.png')]
    for (const picture of [svg, png])
      expect((await readCode(picture)).text).toBe(`${PUBLIC_URL}/pages/demo?s=qr`)
    expect((await bytesOf('/pages/DEMO/qr.png')).equals(png)).toBe(true)
    // An image with its own size, and without scripts.
    expect(svg.toString()).toMatch(/^<svg [^>]*width="1024" height="1024" viewBox/)
    expect(svg.toString()).not.toMatch(/script|href|style|on\w+=/)
  })

  test('is 1024 pixels wide as PNG, with paper around it, one bit a pixel, and readable with a quarter damaged', async () => {
    const png = await bytesOf('/pages/demo/qr.png')
    const code = await readCode(png)
    expect([code.info.width, code.info.height]).toEqual([1_024, 1_024])
    const isDark = modulesOf(code)
    expect(isDark(0, 0)).toBe(true)
    expect([-4, -3, -2, -1].flatMap((n) => [isDark(n, 0), isDark(0, n)])).not.toContain(true)
    // Bit depth and type of colour, in the header of the PNG: four bytes would take the time of everybody else.
    expect([png[24], png[25]]).toEqual([1, 0])
    expect(png.length).toBeLessThan(4_096)
    // ISO/IEC 18004, 7.9: the level is in the first two modules of row 8, under a mask that begins with 10. Q is 11.
    expect([isDark(0, 8), isDark(1, 8)]).toEqual([false, true])
  })
})

/** Lower is further from the colour. */
function inkIn(
  { data, info }: { readonly data: Buffer; readonly info: OutputInfo },
  { top, bottom, darkerThan }: { readonly top: number; readonly bottom: number; readonly darkerThan: number },
) {
  const columns = new Set<number>()
  for (let y = top; y < bottom; y += 1)
    for (let x = 0; x < info.width; x += 1)
      if (data[(y * info.width + x) * info.channels]! < darkerThan) columns.add(x)
  return { count: columns.size, left: Math.min(...columns), right: Math.max(...columns) }
}

async function preview(slug: string) {
  const bytes = await bytesOf(`/pages/${slug}/preview.jpg`)
  const pixels = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { bytes, ...pixels }
}

describe('the picture for previews', () => {
  test('is the one that the page names, as large as messengers want it', async () => {
    const html = await (await api.call('/pages/demo')).text()
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    expect(address).toMatch(new RegExp(`^${PUBLIC_URL}/pages/demo/preview\\.jpg\\?v=[0-9a-f]{16}$`))
    const response = await api.call(address.slice(PUBLIC_URL.length))
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect({ format, width, height }).toEqual({
      format: 'jpeg',
      width: PREVIEW.width,
      height: PREVIEW.height,
    })
  })

  test('changes with the name, and its tag with it', async () => {
    const { id, slug } = await api.newProfile('renamed', { details: { name: 'Ana' } })
    const before = await api.call(`/pages/${slug}/preview.jpg`)
    const edited = await api.call(`/api/profile/${id}`, {
      method: 'PUT',
      token: api.owner.token,
      body: JSON.stringify({ name: 'Bernardita', position: 'Gerenta' }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(edited.status).toBe(200)
    await api.settle()
    api.clock.advance(3_000)
    const after = await api.call(`/pages/${slug}/preview.jpg`)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(Buffer.from(await after.arrayBuffer()).equals(Buffer.from(await before.arrayBuffer()))).toBe(false)
  })

  const NAMES: readonly (readonly [about: string, name: string])[] = [
    [
      'a long one',
      'Bartholomäus Maximilian von und zu Hohenzollern-Sigmaringen de la Fuente y Zañartu Errázuriz',
    ],
    ['markup', '</text></svg><script>alert(1)</script>&amp;<image href="file:///etc/passwd"/>'],
    ...(isLong ? [['one without spaces', 'A'.repeat(118)] as const] : []),
    ...(isLong ? [['emoji and marks of direction', '🌸 \u202EMaría\u202C José 🌸'] as const] : []),
  ]
  test.each(NAMES)('fits its name into the middle square: %s', async (about, name) => {
    const { slug } = await api.newProfile(`fits-${about.length}`, { details: { name } })
    const { bytes, data, info } = await preview(slug)
    expect(bytes.length).toBeLessThan(PREVIEW.bytesMax)
    const ink = inkIn({ data, info }, { top: 345, bottom: 540, darkerThan: 100 })
    expect(ink.count).toBeGreaterThan(100)
    expect(ink.left).toBeGreaterThanOrEqual((PREVIEW.width - PREVIEW.height) / 2)
    expect(ink.right).toBeLessThanOrEqual((PREVIEW.width + PREVIEW.height) / 2)
  })

  test('leaves a name out whose letters it does not have, in place of boxes', async () => {
    const { slug } = await api.newProfile('other-letters', { details: { name: '张伟' } })
    expect(inkIn(await preview(slug), { top: 345, bottom: 540, darkerThan: 200 }).count).toBe(0)
  })

  test('shows the photo', async () => {
    const { id, slug } = await api.newProfile('with-photo', { details: { name: 'Ana' } })
    const file = await sharp({ create: { width: 500, height: 500, channels: 3, background: '#d01020' } })
      .jpeg()
      .toBuffer()
    await uploads.ref({ profileId: id, file })
    await api.settle()
    api.clock.advance(3_000)
    const { data, info } = await preview(slug)
    const at = (208 * info.width + info.width / 2) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    expect([red > 190, green < 40, blue < 60]).toEqual([true, true, true])
  })
})

describe('each picture', () => {
  test('is kept for minutes, shown anywhere, and not sent to those who have it', async () => {
    for (const name of PICTURES) {
      const path = `/pages/demo/${name}`
      const first = await api.call(path)
      expect(Object.fromEntries(first.headers), name).toMatchObject({
        'cache-control': 'public, max-age=300',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      const tag = first.headers.get('etag') ?? ''
      expect([name, tag]).toEqual([name, expect.stringMatching(/^"[0-9a-f]+"$/)])
      const second = await api.call(path, { headers: { 'if-none-match': tag } })
      const got = [name, second.status, await second.text(), second.headers.get('etag')]
      expect(got).toEqual([name, 304, '', tag])
      const other = await api.call(path, { headers: { 'if-none-match': '"other"' } })
      expect([name, other.status]).toEqual([name, 200])
    }
  })

  test('is answered under a former name too, is no tap and no preview, and is absent once the profile is not shown', async () => {
    const { id, slug } = await api.newProfile('quiet')
    await renameSlug(api.store, api.clock.now(), { id, slug }, 'quieter')
    await api.settle()
    for (const name of PICTURES) {
      await expectRefused(await api.call(`/pages/nobody/${name}`), 404, 'profile-not-found')
      for (const of of [slug, 'quieter']) await bytesOf(`/pages/${of}/${name}`)
      await api.call(`/pages/quieter/${name}`, { headers: { 'user-agent': 'WhatsApp/2.23.18.78 i' } })
      await api.call(`/pages/quieter/${name}`, { method: 'HEAD' })
      expect([name, await api.events(id, 'ProfileTapped', 'PagePreviewed')]).toEqual([name, []])
    }
    await write(api.store, api.clock.now(), profileStream(id), [{ type: 'ProfileDeactivated', data: {} }])
    await api.settle()
    api.clock.advance(3_000)
    for (const name of PICTURES) {
      const closed = await api.call(`/pages/quieter/${name}`)
      expect([name, closed.headers.get('cache-control')]).toEqual([name, 'no-store'])
      await expectRefused(closed, 404, 'profile-not-found')
    }
  })
})
