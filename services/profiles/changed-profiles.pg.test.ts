import { beforeEach, expect, test } from 'vitest'
import { putAdminProfileSlug, putAdminProfileStatus } from '@app/contracts/administration.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { readStream } from '../kernel/codec.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, strangersStatuses } from '../../tests/support/api/test-client.ts'
import type { TestProfile } from '../../tests/support/api/test-log.ts'

/** The clock stands still, so that no change is seen only because a cache expired. */
const api = useTestApi()
let profile: TestProfile
let made = 0
beforeEach(async () => {
  profile = await api.newProfile(`changed-${(made += 1)}`, { details: { name: 'Ana' } })
})

const WITHIN = { interval: 20 }

const remove = (id: string, token = api.admin.token) =>
  api.call(`/api/admin/profiles/${id}`, { method: 'DELETE', token })
const putStatus = (id: string, body: unknown, token = api.admin.token) =>
  api.post(`/api/admin/profiles/${id}/status`, body, { method: 'PUT', token })
const putSlug = (id: string, slug: string, token = api.admin.token) =>
  api.call(`/api/admin/profiles/${id}/slug?new_slug=${encodeURIComponent(slug)}`, { method: 'PUT', token })

async function show(id: string, isActive: boolean): Promise<void> {
  const response = await putStatus(id, { is_active: isActive })
  expect([response.status, putAdminProfileStatus.answer.strict().parse(await response.json())]).toEqual([
    200,
    { success: true, is_active: isActive },
  ])
}
async function rename(id: string, slug: string) {
  const response = await putSlug(id, slug)
  expect(response.status).toBe(200)
  return putAdminProfileSlug.answer.strict().parse(await response.json())
}
const typesOf = async (id: string) => (await readStream(api.store, profileStream(id))).map(({ type }) => type)

const statuses = (of = profile) => strangersStatuses(api, of)
const GONE = [404, 404, 404, 404, 404]
const THERE = [200, 200, 200, 200, 200]

const ownList = async () =>
  (await (await api.call('/api/profiles/me', { token: api.owner.token })).json()) as {
    id: string
    is_active: boolean
  }[]
const adminList = async () =>
  (await (await api.call('/api/admin/profiles', { token: api.admin.token })).json()) as {
    id: string
    is_active: boolean
  }[]

test('a profile that an administrator switches off disappears for strangers at once, once, and is shown again with the answer that activates it', async () => {
  expect(await statuses()).toEqual(THERE)
  for (const _ of [1, 2]) await show(profile.id.toUpperCase(), false)
  // A database that takes half a second, as on a busy machine, has the former copy shown.
  await expect.poll(statuses, WITHIN).toEqual(GONE)
  const isActive = async () => {
    const { id } = profile
    const mine = await api.call(`/api/profile/${id}`, { token: api.owner.token })
    const alone = (await mine.json()) as { id: string; is_active: boolean }
    return [alone, ...(await ownList()), ...(await adminList())]
      .filter((one) => one.id === id)
      .map((one) => one.is_active)
  }
  // The owner and administrators see that it is hidden, and it can be edited.
  await expect.poll(isActive, WITHIN).toEqual([false, false, false])
  const edit = { method: 'PUT', token: api.owner.token }
  expect((await api.post(`/api/profile/${profile.id}`, { position: 'Gerenta' }, edit)).status).toBe(200)
  await expect.poll(statuses, WITHIN).toEqual(GONE)
  for (const _ of [1, 2]) await show(profile.id, true)
  await expect.poll(statuses, WITHIN).toEqual(THERE)
  await expect.poll(isActive, WITHIN).toEqual([true, true, true])
  expect(await typesOf(profile.id)).toEqual([
    'ProfileCreated',
    'ProfileDeactivated',
    'ProfileEdited',
    'ProfileActivated',
  ])
  const [, off] = await readStream(api.store, profileStream(profile.id))
  expect(off?.meta.actor).toEqual({ kind: 'admin', id: api.admin.id })
})

test('another slug is answered with the former one, opens the page at once, and no other profile gets an earlier one [SCR-4]', async () => {
  const first = profile.slug
  const second = `${first}-melinao`
  // It opens the profile though somebody requested it before.
  expect((await api.call(`/pages/${second}`)).status).toBe(404)
  expect(await rename(profile.id, ` ${second} `)).toEqual({
    success: true,
    old_slug: first,
    new_slug: second,
  })
  await expect.poll(async () => (await api.call(`/pages/${second}`)).status, WITHIN).toBe(200)
  for (const slug of [first, second])
    await expectRefused(await putSlug(api.profile.id, slug), 409, 'conflict')
  const [, renamed] = await readStream(api.store, profileStream(profile.id))
  expect(renamed?.meta.actor).toEqual({ kind: 'admin', id: api.admin.id })
  expect(await api.logText()).not.toContain('melinao')
})

test('a profile that an administrator deletes is removed with its visitors’ texts, and its owner may create another', async () => {
  const { token } = await api.newAccount(`Room-${made}`, { maxProfiles: 1 })
  const create = () => api.call('/api/profiles/create', { method: 'POST', token })
  const { id, slug } = (await (await create()).json()) as TestProfile
  await expectRefused(await create(), 409, 'profile-limit')
  // On a clock that stands still, a profile that was read too early would be cached for good.
  await api.settle()
  await expect.poll(() => statuses({ id, slug }), WITHIN).toEqual(THERE)
  expect(await api.keys.startingWith(`visitor-${id}`, 10)).not.toEqual([])

  const response = await remove(id)
  expect(await response.json()).toEqual({ message: 'Borramos el perfil y todo lo que era suyo.' })
  expect(await api.keys.startingWith(`visitor-${id}`, 10)).toEqual([])
  expect((await api.keys.idsOf([profileStream(id)])).size).toBe(0)
  await expect.poll(() => statuses({ id, slug }), WITHIN).toEqual(GONE)
  expect((await adminList()).map((one) => one.id)).not.toContain(id)
  expect((await create()).status).toBe(200)
  const deleted = (await readStream(api.store, profileStream(id))).at(-1)
  expect(deleted).toMatchObject({
    type: 'ProfileDeleted',
    meta: { actor: { kind: 'admin', id: api.admin.id } },
  })
  expect(api.security).toContainEqual(
    expect.objectContaining({ event: 'profile-erased', account: api.admin.id }),
  )
})
