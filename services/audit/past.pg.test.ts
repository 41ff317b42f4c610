import { beforeEach, describe, expect, test } from 'vitest'
import { pastProfile, type PastProfile } from '@app/contracts/audit.ts'
import { ownProfile } from '@app/contracts/profile-calls.ts'
import { profileStream, type ImageKind } from '@app/contracts/profiles.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../tests/support/api/test-client.ts'

const api = useTestApi()
let id: string
let slug: string
let made = 0
beforeEach(async () => {
  made += 1
  ;({ id, slug } = await api.newProfile(`past-${made}`, {
    details: { name: 'Ana', position: 'Gerenta', bio: 'Hola' },
  }))
})

const put = (body: object) => api.post(`/api/profile/${id}`, body, { method: 'PUT', token: api.owner.token })
const asOf = (query: string, init: CallInit = {}) =>
  api.call(`/api/profile/${id}/as-of?${query}`, { token: api.owner.token, ...init })
async function seen(query: string): Promise<PastProfile> {
  const response = await asOf(query)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return pastProfile.strict().parse(JSON.parse(text))
}
const restore = (version: unknown, init: CallInit = {}) =>
  api.post(`/api/profile/${id}/restore`, { version }, { token: api.owner.token, ...init })
const ifMatch = (tag: string): CallInit => ({ headers: { 'if-match': tag } })
const events = () => readStream(api.store, profileStream(id))
const refused = async (response: Response) => [
  response.status,
  ((await response.json()) as { readonly detail: string }).detail,
]

describe('a profile as it was', () => {
  test('is that of a version, with what a restore would change', async () => {
    const at = api.clock.now().toISOString()
    api.clock.advance(60_000)
    await put({ position: 'Directora', bio: '', theme_color: 'dark' })
    const past = await seen('version=1')
    expect(past).toMatchObject({
      version: 1,
      at,
      is_newest: false,
      profile: { id, slug, position: 'Gerenta', bio: 'Hola', theme_color: 'blue' },
      keeps: [],
      newest_etag: '"2"',
    })
    const change = { is_erased: false }
    expect(past.restores).toEqual([
      { ...change, field: 'position', label: 'Cargo', before: 'Directora', after: 'Gerenta' },
      { ...change, field: 'bio', label: 'Biografía', before: null, after: 'Hola' },
      { ...change, field: 'theme_color', label: 'Tema', before: 'Noche', after: 'Celeste' },
    ])
    expect(await seen('version=3')).toMatchObject({ is_newest: true, restores: [], keeps: [] })
  })

  test('is refused in words for a version that does not exist', async () => {
    const fault = 'Indica una versión que exista: un número entero desde 1.'
    const faults = [
      ...['0', '-1', '1.5', '1e9', ''].map((text) => [`version=${text}`, fault] as const),
      ['version=2', 'El perfil tiene una sola versión: la 1.'],
      ['version=999999999', 'El perfil tiene una sola versión: la 1.'],
    ] as const
    for (const [query, detail] of faults)
      expect([query, ...(await refused(await asOf(query)))]).toEqual([query, 422, detail])
  })

  test('has no picture that nobody keeps any more', async () => {
    const [gone, logo, today] = ['a1', 'b2', 'c3'].map((pair) => pair.repeat(16)) as [string, string, string]
    const size = { width: 300, height: 300 }
    const shows = async (kind: ImageKind, ref: string) => {
      const bytes = Buffer.from('picture')
      const rendition = { name: 'w224', contentType: 'image/webp', bytes, ...size } as const
      await api.storedImages.changing(id, async (images) => {
        await images.release(kind)
        await images.keep({ ref, renditions: [rendition], ...size }, kind)
      })
      const event = { type: 'ProfileImageSet', data: { kind, ref, ...size } } as const
      await api.write(profileStream(id), event)
    }
    await shows('profile-image', gone)
    await shows('company-logo', logo)
    await shows('profile-image', today)
    const past = await seen('version=3')
    expect(past).toMatchObject({
      profile: { profile_image: null, company_logo: logo, background_image: null },
      restores: [],
    })
    await restore(3)
    expect(await events()).toHaveLength(4)
  })
})

test('a restore appends fields and theme of then, rewrites nothing, and the page shows it [SCR-13]', async () => {
  await put({ position: 'Directora', phone: '9 1234 5678', theme_color: 'dark' })
  const before = await events()
  api.clock.advance(60_000)
  const response = await restore(1, ifMatch('"2"'))
  expect([response.status, response.headers.get('etag')]).toEqual([200, '"5"'])
  const answer = ownProfile.strict().parse(await response.json())
  expect(answer).toMatchObject({ position: 'Gerenta', phone: '', theme_color: 'blue' })
  const after = await events()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.slice(before.length)).toMatchObject([
    { type: 'ProfileEdited', data: { changes: { position: 'Gerenta', phone: '' }, typed: {} } },
    { type: 'ThemeApplied', data: { theme: { theme_color: 'blue' } } },
    {
      type: 'ProfileVersionRestored',
      data: { version: 1, at: before[0]!.meta.occurredAt },
      meta: { actor: { kind: 'owner', id: api.owner.id } },
    },
  ])
  expect(new Set(after.slice(3).map(({ meta }) => meta.correlationId)).size).toBe(1)
  await api.settle()
  const page = await api.call(`/api/public/profile/${slug}`)
  expect(await page.json()).toMatchObject({ position: 'Gerenta', phone: '', theme_color: 'blue' })
})

test('a restore against a newer edit is 409, and changes nothing [SCR-2]', async () => {
  await put({ bio: 'Chao' })
  const before = await events()
  expect(await refused(await restore(1, ifMatch('"0"')))).toEqual([
    409,
    'Este perfil cambió en otra sesión. Vuelve a cargarlo antes de guardar.',
  ])
  await expectRefused(await restore(1, ifMatch('x')), 422, 'invalid')
  expect(await events()).toEqual(before)
})

test('a restore by an administrator names them', async () => {
  await put({ bio: 'Chao' })
  expect((await restore(1, { token: api.admin.token })).status).toBe(200)
  expect((await events()).at(-1)?.meta.actor).toEqual({ kind: 'admin', id: api.admin.id })
})
