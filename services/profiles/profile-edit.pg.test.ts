import { beforeEach, expect, test } from 'vitest'
import { ownProfile, type OwnProfile } from '@app/contracts/profiles/calls.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../tests/support/api/test-client.ts'
import { uuid, writeProfile } from '../../tests/support/api/test-log.ts'

const CHANGED = 'Este perfil cambió en otra sesión. Vuelve a cargarlo antes de guardar.'

const api = useTestApi()
let id: string
let made = 0
beforeEach(async () => {
  made += 1
  id = uuid(0x80_000 + made)
  const details = { name: 'Ana', company: 'Andes' }
  await writeProfile(api.store, api.clock.now(), {
    id,
    slug: `edited-${made}`,
    ownerId: api.owner.id,
    details,
  })
})

const get = (init: CallInit = {}) => api.call(`/api/profile/${id}`, { token: api.owner.token, ...init })
const put = (body: unknown, init: CallInit = {}) =>
  api.post(`/api/profile/${id}`, body, { method: 'PUT', token: api.owner.token, ...init })
async function edited(body: object, init: CallInit = {}): Promise<OwnProfile> {
  const response = await put(body, init)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return ownProfile.strict().parse(JSON.parse(text))
}
const past = () => readStream(api.store, profileStream(id))
const lastEvent = async () => (await past()).at(-1)
const ifMatch = (tag: string): CallInit => ({ headers: { 'if-match': tag } })

test('an edit changes the named fields, and no others', async () => {
  api.clock.advance(60_000)
  expect(await edited({ lastname: 'Rivas', bio: '<script>\n¿qué tal?' })).toMatchObject({
    name: 'Ana',
    lastname: 'Rivas',
    company: 'Andes',
    bio: '<script>\n¿qué tal?',
    updated_at: api.clock.now().toISOString(),
  })
  expect(await lastEvent()).toMatchObject({
    type: 'ProfileEdited',
    version: 1,
    data: { changes: { lastname: 'Rivas', bio: '<script>\n¿qué tal?' }, typed: {} },
    meta: { actor: { kind: 'owner', id: api.owner.id } },
  })
})

test('a field that an edit does not have is refused, also where it would change the prototype [ACC-14]', async () => {
  const before = await (await get()).json()
  await expectRefused(await put('{"bio":"Hola","__proto__":{"slug":"admin","isAdmin":true}}'), 422, 'invalid')
  for (const field of ['id', 'slug', 'visits', 'is_active', 'owner_id', 'profile_image', 'updated_at'])
    await expectRefused(await put({ bio: 'Hola', [field]: 'x' }), 422, 'invalid')
  expect(await (await get()).json()).toEqual(before)
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
})

test('two who edit at once: the second is refused, and overwrites nothing of the first [SCR-2]', async () => {
  const tag = (await get()).headers.get('etag') ?? ''
  expect(tag).toBe('"0"')
  const first = await put({ bio: 'Primera' }, ifMatch(tag))
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"1"'])
  const second = await put({ bio: 'Segunda' }, ifMatch(tag))
  expect([second.status, await second.json()]).toEqual([409, { detail: CHANGED, code: 'conflict' }])
  expect(second.headers.get('etag')).toBeNull()
  const now = await get()
  expect([now.headers.get('etag'), await now.json()]).toEqual([
    '"1"',
    expect.objectContaining({ bio: 'Primera' }),
  ])
  // A tag that a proxy made weak is still that revision.
  expect((await put({ bio: 'Segunda' }, ifMatch('W/"0"'))).status).toBe(409)
  expect((await put({ bio: 'Segunda' }, ifMatch('W/"1"'))).status).toBe(200)
})

test('two who edit at once: what is no tag is refused', async () => {
  for (const tag of ['0', '"x"', '"-1"', '"0", "1"', '""'])
    await expectRefused(await put({ bio: 'Hola' }, ifMatch(tag)), 422, 'invalid')
  expect(await past()).toHaveLength(1)
})
