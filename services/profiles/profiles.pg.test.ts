import { expect, test, beforeEach } from 'vitest'
import { z } from 'zod'
import { ownProfile, type OwnProfile } from '@app/contracts/profile-calls.ts'
import { profileStream, slugStream } from '@app/contracts/profiles.ts'
import { useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../tests/support/api/test-client.ts'
import { uuid, writeProfile } from '../../tests/support/api/test-log.ts'
import { readStream } from '../kernel/codec.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'

const api = useTestApi()

async function mine({ token }: Person): Promise<readonly OwnProfile[]> {
  const response = await api.call('/api/profiles/me', { token })
  expect(response.status).toBe(200)
  return z.array(ownProfile.strict()).parse(await response.json())
}
const create = ({ token }: Pick<Person, 'token'>) =>
  api.call('/api/profiles/create', { method: 'POST', token })
async function created(person: Person): Promise<OwnProfile> {
  const response = await create(person)
  expect(response.status).toBe(200)
  return ownProfile.strict().parse(await response.json())
}

test('creating a profile answers the new one, with the account’s name and the default theme, and believes no body', async () => {
  const person = await api.newAccount('Antonia Rivas', { email: 'antonia@empresa.example' })
  const body = { slug: 'admin', visits: 9, name: 'Otro' }
  const response = await api.post('/api/profiles/create', body, { token: person.token })
  expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual(['"0"', 'no-store'])
  const made = ownProfile.parse(await response.json())
  expect(made).toMatchObject({
    slug: 'antonia-rivas',
    name: 'Antonia',
    email: '',
    lastname: 'Rivas',
    theme_color: 'blue',
    background_color: '#ffffff',
    text_color: '#000000',
    button_color: '#7CDAF9',
    profile_image: null,
    visits: 0,
    is_active: true,
    updated_at: api.clock.now().toISOString(),
  })
  expect(await mine(person)).toEqual([made])
  await api.settle()
  expect((await api.call(`/api/public/profile/${made.slug}`)).status).toBe(200)
  // The next read of the same person shows it, in the order of making.
  api.clock.advance(1_000)
  const next = await created(person)
  expect((await mine(person)).map(({ id }) => id)).toEqual([made.id, next.id])
})

/** A lookup is remembered for less than this. */
const LOOKUP_MS = 2_000

async function expectRedirects(pairs: readonly (readonly [path: string, location: string])[]): Promise<void> {
  for (const [path, location] of pairs) {
    const { status, headers } = await api.call(path)
    expect([path, status, headers.get('location'), headers.get('cache-control')]).toEqual([
      path,
      307,
      location,
      'no-store',
    ])
  }
}

test('an old address leads to the new one for ever, for a tap, whose answer has the new one, and for a page, with all of its query, while it is shown [SCR-4]', async () => {
  const first = await api.newProfile('once-a')
  await api.call('/api/public/profile/once-a')
  for (const [previous, slug] of [
    ['once-a', 'then-b'],
    ['then-b', 'now-c'],
  ] as const) {
    await api.write(slugStream(NAMES.slug(slug)), { type: 'SlugClaimed', data: { profileId: first.id } })
    await api.write(profileStream(first.id), { type: 'ProfileSlugChanged', data: { slug, previous } })
  }
  api.clock.advance(LOOKUP_MS)
  for (const [n, slug] of ['once-a', 'now-c', 'THEN-b'].entries())
    expect(await (await api.call(`/api/public/profile/${slug}?v=${uuid(0x200 + n)}`)).json()).toMatchObject({
      id: first.id,
      slug: 'now-c',
    })
  expect(await api.events(first.id, 'ProfileTapped')).toHaveLength(4)
  await expectRedirects([
    ['/pages/once-a', '/pages/now-c'],
    ['/pages/then-b?s=qr', '/pages/now-c?s=qr'],
    ['/pages/once-a?s=nfc&r=a%26b', '/pages/now-c?s=nfc&r=a%26b'],
    ['/pages/once-a?r=https://x.example/?a=1', '/pages/now-c?r=https://x.example/?a=1'],
    ['/pages/ONCE-A?s=qr', '/pages/now-c?s=qr'],
    ['/pages/Now-C', '/pages/now-c'],
  ])
  expect((await api.call('/pages/now-c')).status).toBe(200)
  for (const slug of ['once-a', 'now-c'])
    for (const path of [`/pages/${slug}/qr.svg`, `/api/profile/${slug}/vcf`])
      expect([path, (await api.call(path)).status]).toEqual([path, 200])
  await api.write(profileStream(first.id), { type: 'ProfileDeactivated', data: {} })
  // The page was read before: its cached profile may live so long.
  api.clock.advance(LOOKUP_MS)
  expect((await api.call('/pages/once-a')).status).toBe(404)
})

test('an old address leads to the new one for ever, and never to another site [ACC-20]', async () => {
  for (const site of ['/evil.example', '%2f%2fevil.example', 'https:%2f%2fevil.example'])
    expect([site, (await api.call(`/pages/${site}`)).status]).toEqual([site, 404])
})

const CHANGED = 'Este perfil cambió en otra sesión. Vuelve a cargarlo antes de guardar.'

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
