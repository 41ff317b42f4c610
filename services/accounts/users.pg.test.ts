import { beforeEach, describe, expect, test } from 'vitest'
import { adminUser, getAdminUsers, type AdminUser } from '@app/contracts/accounts/admin-users.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { readStream } from '../kernel/codec.ts'
import { readLive } from '../analytics/live/testing/live-reader.ts'
import { useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import type { TestProfile } from '../../tests/support/api/test-log.ts'

/** The clock stands still, so that no change is seen only because a cache expired. */
const api = useTestApi()

let people = 0
const newPerson = (given = {}): Promise<Person> => api.newAccount(`Persona-${(people += 1)}`, given)
const list = (query = '', token = api.admin.token): Promise<Response> =>
  api.call(`/api/admin/users${query}`, { token })
const put = (id: string, body: unknown, token = api.admin.token): Promise<Response> =>
  api.post(`/api/admin/users/${id}`, body, { method: 'PUT', token })
const changed = async (response: Response): Promise<AdminUser> => {
  expect(response.status).toBe(200)
  return adminUser.strict().parse(await response.json())
}
async function listed(query?: string) {
  const response = await list(query)
  expect(response.status).toBe(200)
  return {
    users: getAdminUsers.answer.parse(await response.json()),
    total: Number(response.headers.get('total-count')),
    next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
  }
}
const eventsOf = async (id: string) =>
  (await readStream(api.store, accountStream(id))).map(({ type, meta }) => ({ type, actor: meta.actor }))
const BY_ADMIN = () => ({ kind: 'admin', id: api.admin.id })

test('the list of users has everybody, newest first, with the data of the account’s own answers', async () => {
  const ana = await newPerson({ maxProfiles: 4 })
  await api.settle()
  const { users, total, next } = await listed()
  expect([users.length, next]).toEqual([total, undefined])
  const me = (await (await api.call('/api/auth/me', { token: ana.token })).json()) as { user: object }
  expect(users.find(({ id }) => id === ana.id)).toEqual({
    ...me.user,
    created_at: api.clock.now().toISOString(),
  })
  expect(users.find(({ id }) => id === api.admin.id)).toMatchObject({
    email: api.admin.email,
    is_admin: true,
    activation_used: true,
  })
})

test('the limit of profiles is changed, once, by the administrator, and shown to the next read of theirs', async () => {
  const ana = await newPerson()
  expect(await changed(await put(ana.id, { max_profiles: 7 }))).toMatchObject({
    id: ana.id,
    max_profiles: 7,
  })
  expect((await listed(`?search=${ana.email}`)).users).toMatchObject([{ max_profiles: 7 }])
  expect(await changed(await put(ana.id.toUpperCase(), { max_profiles: 7 }))).toMatchObject({ id: ana.id })
  const limits = (await eventsOf(ana.id)).filter(({ type }) => type === 'ProfileLimitChanged')
  expect(limits).toEqual([{ type: 'ProfileLimitChanged', actor: BY_ADMIN() }])
})

test('a change that is refused oneself is deactivated by nobody but another administrator, and may have another limit', async () => {
  const before = await api.bare.headPosition()
  const both = { is_active: false, max_profiles: 3 }
  await expectRefused(await put(api.admin.id, both), 409, 'own-account')
  expect(await api.bare.headPosition()).toBe(before)
  expect(await changed(await put(api.admin.id, { is_active: true, max_profiles: 2 }))).toMatchObject({
    is_active: true,
    max_profiles: 2,
  })
})

describe('deactivated', () => {
  let person: Person
  let profile: TestProfile
  beforeEach(async () => {
    person = await newPerson()
    profile = await api.newProfile(`de-${people}`, { ownerId: person.id })
    api.security.length = 0
  })
  const within = { interval: 20 }
  const statuses = async () =>
    Promise.all(
      [
        api.call(`/api/public/profile/${profile.slug}`),
        api.call(`/api/profile/${profile.slug}/vcf`),
        api.post(`/api/public/track/${profile.id}`, { event_type: 'vcf' }),
        api.call(`/api/analytics/${profile.id}/unified`, { token: person.token }),
      ].map(async (asked) => (await asked).status),
    )

  test('an account loses sessions, streams and pages within 3 s, and has its pages back when reactivated [ACC-3]', async () => {
    expect(await statuses()).toEqual([200, 200, 200, 200])
    const live = await readLive(api.url, { profileId: profile.id, token: person.token })
    await live.next()
    const user = await changed(await put(person.id, { is_active: false, max_profiles: 8 }))
    expect(user).toMatchObject({ is_active: false, max_profiles: 8 })
    await expectRefused(await api.call('/api/auth/me', { token: person.token }), 403, 'account-inactive')
    await expect.poll(statuses, within).toEqual([404, 404, 404, 403])
    await live.closed()
    expect((await listed('?state=inactive')).users.map(({ id }) => id)).toContain(person.id)

    expect(await changed(await put(person.id, { is_active: true }))).toMatchObject({ is_active: true })
    await expect.poll(statuses, within).toEqual([200, 200, 200, 401])
    await expectRefused(await api.call('/api/auth/me', { token: person.token }), 401, 'unauthenticated')
    expect((await listed('?state=inactive')).users.map(({ id }) => id)).not.toContain(person.id)
  })
})
