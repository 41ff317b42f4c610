import { beforeAll, beforeEach, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { refusalBody } from '@app/contracts/refusals.ts'
import { halves, isoFile } from '../media/testing/sample-pictures.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { awakeMsOf } from '../../tests/support/awake-time.ts'
import { HTTP_LIMITS } from '../platform/http/http-server.ts'
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

test('a body that cannot be read, without a file, with two, or in another field, is refused', async () => {
  const [none, two, other] = [new FormData(), new FormData(), new FormData()]
  none.append('file', 'just text')
  for (const name of ['a', 'b']) two.append('file', new Blob([new Uint8Array(photo)]), name)
  other.append('image', new Blob([new Uint8Array(photo)]), 'a')
  for (const body of [none, two, other]) {
    const path = `/api/upload/profile-image/${api.profile.id}`
    const response = await api.call(path, { method: 'POST', body, token: api.owner.token })
    await expectRefused(response, 422, 'invalid')
  }
  await expectNothingKept()
})

test('uploads of a few accounts that never end block nobody else’s [LIM-8]', async () => {
  const slow: { readonly goAway: () => void }[] = []
  for (const name of ['Lenta', 'Pausada', 'Quieta', 'Demorada', 'Tarda']) {
    const { id: ownerId, token } = await api.newAccount(name)
    const { id: profileId } = await api.newProfile(name.toLowerCase(), { ownerId })
    slow.push(...[1, 2, 3].map(() => uploads.begun({ profileId, token })))
  }
  const other = await api.newAccount('Rosa')
  const { id } = await api.newProfile('rosa', { ownerId: other.id })
  const sending = uploads.send({ profileId: id, file: photo, token: other.token })
  // The server ends a slow one after this time.
  expect(await awakeMsOf(sending)).toBeLessThan(HTTP_LIMITS.requestMsMax / 2)
  expect((await sending).status).toBe(200)
  for (const upload of slow) upload.goAway()
})
