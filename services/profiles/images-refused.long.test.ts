import { beforeAll, beforeEach, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { refusalBody } from '@app/contracts/refusals.ts'
import { halves, isoFile } from '../media/testing/sample-pictures.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { createUploads } from '../../tests/support/api/test-uploads.ts'

const api = useTestApi()
const uploads = createUploads(api)
let photo: Buffer
beforeAll(async () => {
  photo = await halves(300, 300).jpeg().toBuffer()
})

let events = 0
beforeEach(async () => {
  events = (await readStream(api.store, profileStream(api.profile.id))).length
})
async function expectNothingKept(): Promise<void> {
  expect(await readStream(api.store, profileStream(api.profile.id))).toHaveLength(events)
  const { rows } = await api.db.query('select ref from vault.images')
  expect(rows).toEqual([])
}
const send = (file: Buffer, more: object = {}) => uploads.send({ profileId: api.profile.id, file, ...more })

test('a file that is no image is refused with advice, and nothing of it is kept [ACC-19]', async () => {
  const response = await send(isoFile('heic', 'mif1', 'heic'), { fileName: 'IMG_1.HEIC' })
  const { detail, code } = refusalBody.parse(await response.json())
  expect([response.status, code]).toEqual([415, 'unsupported-image'])
  expect(detail).toContain('Ajustes > Cámara > Formatos > Más compatible')
  await expectNothingKept()
})

test('too large: a file over ten megabytes is refused, whether its length is announced or not', async () => {
  const large = Buffer.concat([photo, Buffer.alloc(LIMITS.imageBytesMax + 1 - photo.length)])
  await expectRefused(await send(large), 413, 'image-too-large')
  await expectRefused(await send(Buffer.alloc(LIMITS.imageBytesMax * 2)), 413, 'image-too-large')
  const announced = await uploads.onlyHeadOf({
    profileId: api.profile.id,
    token: api.owner.token,
    bytes: 2 ** 40,
  })
  expect(announced.status).toBe(413)
  await expectNothingKept()
})

test.each([
  ['in another field', { field: 'image' }],
  ['in a field of a longer name', { field: 'file2' }],
])('a body that cannot be read: a file %s is refused, naming the right one', async (_, more) => {
  const response = await send(photo, more)
  expect([response.status, await response.json()]).toEqual([
    422,
    { code: 'invalid', field: 'file', detail: expect.stringContaining('«file»') as string },
  ])
})

test('a body that cannot be read: a form without a file, and one with two, are refused', async () => {
  const [none, two] = [new FormData(), new FormData()]
  none.append('file', 'just text')
  for (const name of ['a', 'b']) two.append('file', new Blob([new Uint8Array(photo)]), name)
  for (const body of [none, two]) {
    const path = `/api/upload/profile-image/${api.profile.id}`
    const response = await api.call(path, { method: 'POST', body, token: api.owner.token })
    await expectRefused(response, 422, 'invalid')
  }
  await expectNothingKept()
})

test('one owner’s uploads that never end block nobody else’s [LIM-8]', async () => {
  const slow = Array.from({ length: 12 }, () =>
    uploads.begun({ profileId: api.profile.id, token: api.owner.token }),
  )
  const other = await api.newAccount('Rosa')
  const { id } = await api.newProfile('rosa', { ownerId: other.id })
  const response = await uploads.send({ profileId: id, file: photo, token: other.token })
  expect(response.status).toBe(200)
  for (const upload of slow) upload.goAway()
  await api.call(`/api/upload/profile-image/${id}`, { method: 'DELETE', token: other.token })
})
