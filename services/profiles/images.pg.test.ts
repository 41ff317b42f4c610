import { createRequire } from 'node:module'
import type jsqr from 'jsqr'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { PREVIEW } from '@app/contracts/fields/pictures.ts'
import { refusalBody } from '@app/contracts/refusals.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { profile as profileDecider } from './profile.ts'
import { readStream } from '../kernel/codec.ts'
import { load } from '../kernel/commands.ts'
import { halves, logo, plain } from '../media/testing/sample-pictures.ts'
import { useTestApi, type TestApi } from '../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../tests/support/api/test-backend.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { createUploads } from '../../tests/support/api/test-uploads.ts'

const api = useTestApi()
const uploads = createUploads(api)
let photo: Buffer
beforeAll(async () => {
  photo = await halves(600, 400).jpeg().toBuffer()
})

const shown = async (profileId: string) => {
  const { state } = await load(api.store, profileDecider, profileStream(profileId))
  return state.status === 'created' ? state.images : {}
}
const remove = (kind: string, profileId: string, token?: string) =>
  api.call(`/api/upload/${kind}/${profileId}`, { method: 'DELETE', token })
const statusOf = async (path: string) => (await api.call(path)).status

describe('an owner', () => {
  test('sets a picture, and everyone sees it', async () => {
    const kind = 'background-image'
    const { id, slug } = await api.newProfile(`sets-${kind}`, { details: { name: 'María José' } as never })
    const response = await uploads.send({ kind, profileId: id, file: photo })
    expect(response.status).toBe(200)
    // It is read at once.
    expect(response.headers.get('log-position')).toBe(String(await api.bare.headPosition()))
    const answer = (await response.json()) as { ref: string; url: string }
    expect(answer).toEqual({
      message: `Imagen ${kind} subida correctamente al perfil María José`,
      kind,
      ref: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      url: `/api/files/${answer.ref}`,
    })
    expect(await shown(id)).toEqual({ [kind]: answer.ref })
    const file = await api.call(answer.url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await api.settle()
    const page = await (await api.call(`/api/public/profile/${slug}`)).json()
    expect(page).toMatchObject({ background_image: answer.ref })
    const [event] = (await readStream(api.store, profileStream(id))).slice(-1)
    expect(event).toMatchObject({
      type: 'ProfileImageSet',
      meta: { actor: { kind: 'owner', id: api.owner.id } },
    })
  })

  test('removes a picture, as an administrator may, who is named; the history keeps its event', async () => {
    const { id } = await api.newProfile('removes')
    const ref = await uploads.ref({ profileId: id, file: await plain('#234567') })
    const response = await remove('profile-image', id, api.admin.token)
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: 'Imagen eliminada', kind: 'profile-image' },
    ])
    expect(await shown(id)).toEqual({})
    expect(await statusOf(`/api/files/${ref}`)).toBe(404)
    const again = await remove('profile-image', id, api.owner.token)
    expect(again.status).toBe(200)
    const events = await readStream(api.store, profileStream(id))
    expect(events.map(({ type }) => type)).toEqual([
      'ProfileCreated',
      'ProfileImageSet',
      'ProfileImageRemoved',
    ])
    expect(events.at(-1)?.meta.actor).toEqual({ kind: 'admin', id: api.admin.id })
  })
})

test('who may not change a picture is refused before a body is read, and so is what is no profile', async () => {
  const stranger = await api.newAccount('Ester')
  const deleted = await api.newProfile('deleted')
  await api.write(profileStream(deleted.id), { type: 'ProfileDeleted', data: {} })
  const before = await shown(api.profile.id)
  for (const [profileId, token, status, code] of [
    [api.profile.id, undefined, 401, 'unauthenticated'],
    [api.profile.id, stranger.token, 404, 'not-found'],
    [deleted.id, api.owner.token, 404, 'not-found'],
    ['..%2F..%2Fetc', api.admin.token, 404, 'not-found'],
  ] as const) {
    const response = await uploads.onlyHeadOf({ profileId, token, bytes: 9 * 1024 * 1024 })
    const said = refusalBody.parse(JSON.parse(response.body)).code
    expect([profileId, response.status, said]).toEqual([profileId, status, code])
    await expectRefused(await remove('company-logo', profileId, token), status, code)
  }
  expect(await shown(api.profile.id)).toEqual(before)
})

describe('a file', () => {
  let ref: string
  const get = (name: string, init?: Parameters<TestApi['call']>[1]) => api.call(`/api/files/${name}`, init)
  beforeAll(async () => {
    const { id } = api.demo
    const file = await logo().png().toBuffer()
    ref = await uploads.ref({ kind: 'company-logo', profileId: id, file, token: api.admin.token })
  })

  test('may be kept for ever, is nothing but a picture, may be shown anywhere, and tells its size', async () => {
    const { headers } = await get(`${ref}-w140`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${ref}-w140"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    const [head, whole] = [await get(ref, { method: 'HEAD' }), await get(ref)]
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength))
  })

  test('is found by nothing but its reference [ACC-20]', async () => {
    const names = [
      'x',
      'a'.repeat(32),
      'A'.repeat(32),
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e%2fmaster.key',
      'a%00b',
      "a'--",
    ]
    for (const name of names) await expectRefused(await get(name), 404, 'not-found')
  })
})

/** Typed here, because its own types do not match how Node imports it. */
const readQr = createRequire(import.meta.url)('jsqr') as typeof jsqr.default

const PICTURES = ['qr.svg', 'qr.png', 'preview.jpg'] as const
async function bytesOf(path: string): Promise<Buffer> {
  const response = await api.call(path)
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
}

const READ_PIXELS = 256
/** Read by a library independent of the one that draws, made small because that takes a second for each million pixels. */
async function readCode(picture: Buffer) {
  const pixels = await sharp(picture).resize(READ_PIXELS).ensureAlpha().raw().toBuffer()
  const code = readQr(new Uint8ClampedArray(pixels), READ_PIXELS, READ_PIXELS)
  return { text: code?.data, version: code?.version }
}

test('the code of a profile has the address of its page as SVG and PNG, of 1024 pixels, readable with a quarter damaged', async () => {
  const [svg, png] = [await bytesOf('/pages/demo/qr.svg'), await bytesOf('/pages/DEMO/qr.png')]
  const code = await readCode(png)
  expect([code.text, (await readCode(svg)).text]).toEqual(
    Array.from({ length: 2 }, () => `${PUBLIC_URL}/pages/demo?s=qr`),
  )
  // An image with its own size, and without scripts.
  expect(svg.toString()).toMatch(/^<svg [^>]*width="1024" height="1024" viewBox/)
  expect(svg.toString()).not.toMatch(/script|href|style|on\w+=/)
  expect(await sharp(png).metadata()).toMatchObject({ width: 1_024, height: 1_024 })
  expect(code.version).toBe(4) // Level Q: M fits version 3, and H needs 5.
})

test('the picture for previews is the one that the page names, as large as messengers want it, and changes with the photo', async () => {
  const { id, slug } = await api.newProfile('drawn', { details: { name: 'Ana' } })
  const named = async () => {
    await api.settle()
    api.clock.advance(3_000)
    const html = await (await api.call(`/pages/${slug}`)).text()
    return /<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  }
  const address = await named()
  expect(address).toMatch(new RegExp(`^${PUBLIC_URL}/pages/drawn/preview\\.jpg\\?v=[0-9a-f]{16}$`))
  const { format, width, height } = await sharp(await bytesOf(address.slice(PUBLIC_URL.length))).metadata()
  expect([format, width, height]).toEqual(['jpeg', PREVIEW.width, PREVIEW.height])
  await uploads.ref({ profileId: id, file: photo })
  expect(await named()).not.toBe(address)
  // The left half is red.
  const left = { left: PREVIEW.width / 2 - 60, top: 208, width: 1, height: 1 }
  const drawn = sharp(await bytesOf(`/pages/${slug}/preview.jpg`)).extract(left)
  const [red = 0, green = 0] = await drawn.raw().toBuffer()
  expect([red > 150, green < 80]).toEqual([true, true])
})

test('each picture is kept for minutes, shown anywhere, and not sent to those who have it', async () => {
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
  }
})
