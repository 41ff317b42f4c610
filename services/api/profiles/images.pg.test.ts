import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalBody } from '@app/contracts/refusals.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream, type ImageKind } from '@app/contracts/events/profile-events.ts'
import { profile as profileDecider } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import { halves, logo, plain } from '@app/images/testing/sample-pictures.ts'
import { startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { createUploads, type Uploads } from '../../../tests/support/api/test-uploads.ts'

let api: TestApi
let photo: Buffer
let uploads: Uploads
beforeAll(async () => {
  api = await startTestApi()
  uploads = createUploads(api)
  photo = await halves(600, 400).jpeg().toBuffer()
})
afterAll(() => api?.close())

const shown = async (profileId: string) => {
  const { state } = await load(api.store, profileDecider, profileStream(profileId))
  return state.status === 'created' ? state.images : {}
}
const remove = (kind: string, profileId: string, token?: string) =>
  api.call(`/api/upload/${kind}/${profileId}`, {
    method: 'DELETE',
    ...(token === undefined ? {} : { token }),
  })
const statusOf = async (path: string) => (await api.call(path)).status

describe('an owner', () => {
  test('sets a picture, and everyone sees it', async () => {
    const kind = 'background-image'
    const { id, slug } = await api.newProfile(`sets-${kind}`, { details: { name: 'María José' } as never })
    const response = await uploads.send({ kind, profileId: id, file: photo })
    expect(response.status).toBe(200)
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
    const [event] = (await api.store.readStream(profileStream(id))).slice(-1)
    expect(event).toMatchObject({
      type: 'ProfileImageSet',
      meta: { actor: { kind: 'owner', id: api.owner.id } },
    })
  })

  test('reads at once what was set: the answer has its log position', async () => {
    const { id } = await api.newProfile('reads-own')
    const response = await uploads.send({ profileId: id, file: photo })
    expect(response.headers.get('log-position')).toBe(String(await api.bare.headPosition()))
  })

  test('sets the same picture twice: one event', async () => {
    const { id } = await api.newProfile('twice')
    const ref = await uploads.ref({ profileId: id, file: photo })
    expect(await uploads.ref({ profileId: id.toUpperCase(), file: photo })).toBe(ref)
    const events = await api.store.readStream(profileStream(id))
    expect(events.filter(({ type }) => type === 'ProfileImageSet')).toHaveLength(1)
    expect(await statusOf(`/api/files/${ref}`)).toBe(200)
  })

  test('replaces a picture: the former one is removed, unless another profile shows it', async () => {
    const [one, other] = [await api.newProfile('first-of-two'), await api.newProfile('second-of-two')]
    const shared = await plain('#123456')
    const ref = await uploads.ref({ profileId: one.id, file: shared })
    expect(await uploads.ref({ profileId: other.id, file: shared })).toBe(ref)
    await uploads.ref({ profileId: one.id, file: photo })
    expect(await statusOf(`/api/files/${ref}`)).toBe(200)
    await uploads.ref({ profileId: other.id, file: photo })
    for (const name of [ref, `${ref}-w112`, `${ref}-square`])
      expect(await statusOf(`/api/files/${name}`)).toBe(404)
  })

  test('removes a picture, and the history keeps its event', async () => {
    const { id } = await api.newProfile('removes')
    const ref = await uploads.ref({ profileId: id, file: await plain('#234567') })
    const response = await remove('profile-image', id, api.owner.token)
    expect([response.status, await response.json()]).toEqual([
      200,
      { message: 'Imagen eliminada', kind: 'profile-image' },
    ])
    expect(await shown(id)).toEqual({})
    expect(await statusOf(`/api/files/${ref}`)).toBe(404)
    const types = (await api.store.readStream(profileStream(id))).map(({ type }) => type)
    expect(types).toEqual(['ProfileCreated', 'ProfileImageSet', 'ProfileImageRemoved'])
    const again = await remove('profile-image', id, api.owner.token)
    expect(again.status).toBe(200)
    expect(await api.store.readStream(profileStream(id))).toHaveLength(3)
  })

  test('has the face in the contact file and in what messengers show', async () => {
    const { id, slug } = await api.newProfile('everywhere')
    const ref = await uploads.ref({ profileId: id, file: photo })
    await api.settle()
    api.clock.advance(3_000)
    const square = Buffer.from(await (await api.call(`/api/files/${ref}-square`)).arrayBuffer())
    const card = (await (await api.call(`/api/profile/${slug}/vcf`)).text()).replaceAll('\r\n ', '')
    expect(card).toContain(`PHOTO;ENCODING=b;TYPE=JPEG:${square.toString('base64')}\r\n`)
    const page = await (await api.call(`/pages/${slug}`)).text()
    const [, preview = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
    expect(preview).toContain(`${PUBLIC_URL}/pages/${slug}/preview.jpg?v=`)
    expect(await statusOf(preview.slice(PUBLIC_URL.length))).toBe(200)
    for (const name of page.matchAll(/\/api\/files\/([\w-]+)/g))
      expect([name[1], await statusOf(`/api/files/${name[1]}`)]).toEqual([name[1], 200])
  })

  test('may send several at once: the last one set is shown, and no other is kept', async () => {
    const { id } = await api.newProfile('at-once')
    const files = await Promise.all(
      ['#a00000', '#b00000', '#c00000', '#d00000', '#e00000'].map((colour) => plain(colour)),
    )
    const refs = await Promise.all(files.map((file) => uploads.ref({ profileId: id, file })))
    const last = (await shown(id))['profile-image']
    expect(refs).toContain(last)
    for (const ref of new Set(refs))
      expect([ref, await statusOf(`/api/files/${ref}`)]).toEqual([ref, ref === last ? 200 : 404])
  })
})

describe('permission', () => {
  let inactive: Person
  let waiting: Person
  let stranger: Person
  beforeAll(async () => {
    inactive = await api.newAccount('Ines')
    waiting = await api.newAccount('Wanda', { isActivated: false })
    stranger = await api.newAccount('Ester')
    await write(api.store, api.clock.now(), accountStream(inactive.id), [
      { type: 'AccountDeactivated', data: {} },
    ])
    api.clock.advance(3_000)
  })

  test.each([
    ['nobody', (): string | undefined => undefined, 401, 'unauthenticated'],
    ['who is not activated', (): string | undefined => waiting.token, 403, 'needs_activation'],
    ['who was deactivated', (): string | undefined => inactive.token, 403, 'account-inactive'],
    ['who owns another profile', (): string | undefined => stranger.token, 404, 'not-found'],
  ] as const)('%s is refused before a body is read', async (_, token, status, code) => {
    const { id } = api.profile
    const response = await uploads.onlyHeadOf({ profileId: id, token: token(), bytes: 9 * 1024 * 1024 })
    expect([response.status, refusalBody.parse(JSON.parse(response.body)).code]).toEqual([status, code])
    await expectRefused(await remove('profile-image', id, token()), status, code)
    expect(await shown(id)).toEqual({})
  })

  test('an administrator may change anyone’s, and is named', async () => {
    const { id } = await api.newProfile('by-admin')
    const ref = await uploads.ref({ profileId: id, file: await plain('#345678'), token: api.admin.token })
    const events = await api.store.readStream(profileStream(id))
    expect(events.at(-1)?.meta.actor).toEqual({ kind: 'admin', id: api.admin.id })
    expect((await remove('profile-image', id, api.admin.token)).status).toBe(200)
    expect(await statusOf(`/api/files/${ref}`)).toBe(404)
  })

  test('nobody may change a profile that never was, or is no more', async () => {
    const { id } = await api.newProfile('deleted')
    await write(api.store, api.clock.now(), profileStream(id), [{ type: 'ProfileDeleted', data: {} }])
    for (const profileId of [id, 'x', '0199a000-0000-7000-8000-0000000fffff', '..%2F..%2Fetc']) {
      for (const token of [api.owner.token, api.admin.token]) {
        await expectRefused(await uploads.send({ profileId, file: photo, token }), 404, 'not-found')
        await expectRefused(await remove('company-logo', profileId, token), 404, 'not-found')
      }
    }
  })
})

describe('a file', () => {
  let ref: string
  const get = (name: string, init?: Parameters<TestApi['call']>[1]) => api.call(`/api/files/${name}`, init)
  beforeAll(async () => {
    const { id } = await api.newProfile('files')
    ref = await uploads.ref({ kind: 'company-logo', profileId: id, file: await logo().png().toBuffer() })
  })

  test('is the largest for pages, or the rendition that is named', async () => {
    const bytesOf = async (name: string) => Buffer.from(await (await get(name)).arrayBuffer())
    expect((await bytesOf(ref)).equals(await bytesOf(`${ref}-w420`))).toBe(true)
    expect((await bytesOf(`${ref}-w140`)).length).toBeLessThan((await bytesOf(ref)).length)
    expect((await get(`${ref}-square`)).status).toBe(404)
  })

  test('from before, stored with a preview that a messenger may still request, answers as it did', async () => {
    const { id } = await api.newProfile('older-files')
    const bytes = await plain('#123456')
    const sizes = { width: 1_200, height: 630, bytes }
    const preview = { name: 'preview', contentType: 'image/jpeg', ...sizes } as const
    const page = { name: 'w224', contentType: 'image/webp', ...sizes } as const
    const older = { ref: 'a1'.repeat(16), width: 1_200, height: 630, renditions: [page, preview] }
    await api.storedImages.changing(id, (images) => images.keep(older, 'profile-image'))
    const answer = await get(`${older.ref}-preview`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await get(`${ref}-preview`)).status).toBe(404)
  })

  test('may be kept for ever, is nothing but a picture, and may be shown anywhere', async () => {
    const { headers } = await get(`${ref}-w140`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${ref}-w140"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test('is not sent again to a client that has it', async () => {
    const response = await get(ref, { headers: { 'if-none-match': `"${ref}"` } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('cache-control')).toContain('immutable')
    const asked = async (tags: string) => (await get(ref, { headers: { 'if-none-match': tags } })).status
    expect(await asked(`"another", W/"${ref}"`)).toBe(304)
    expect(await asked('*')).toBe(304)
    expect(await asked(`"another", "${ref}-w140"`)).toBe(200)
  })

  test('has its size in the headers without being sent', async () => {
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
      'a'.repeat(201),
    ]
    for (const name of names)
      await expectRefused(
        await get(name),
        name.length > 200 ? 422 : 404,
        name.length > 200 ? 'invalid' : 'not-found',
      )
  })

  test('has no other renditions than its own', async () => {
    for (const rendition of ['w999', 'w0140', 'square', 'original', 'w140-w140', '../x', 'W140', '']) {
      const response = await get(encodeURIComponent(`${ref}-${rendition}`))
      await expectRefused(response, 404, 'not-found')
      expect(response.headers.get('cache-control') ?? '').not.toMatch(/immutable|max-age|public/)
    }
  })
})

test('an unknown kind is refused with the list of kinds', async () => {
  const { id } = api.profile
  const kind = 'cover' as ImageKind
  await expectRefused(await uploads.send({ kind, profileId: id, file: photo }), 422, 'invalid')
  const response = await remove(kind, id, api.owner.token)
  const { detail } = (await response.json()) as { detail: string }
  expect([response.status, detail]).toEqual([422, expect.stringContaining('company-logo')])
})
