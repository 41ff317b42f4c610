import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdminProfiles } from '@app/contracts/api/admin/admin-profiles.ts'
import { startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

let api: TestApi
let owner: Person
beforeAll(async () => {
  api = await startTestApi()
  owner = await api.newAccount('Quintupil')
  for (const n of [1, 2, 3, 4, 5])
    await api.newProfile(`andes-${n}`, {
      ownerId: owner.id,
      details: { name: `Persona-${n}`, company: n % 2 === 0 ? 'Cordillera' : 'Litoral' },
    })
})
afterAll(() => api?.close())

const list = (query = '', token = api.admin.token): Promise<Response> =>
  api.call(`/api/admin/profiles${query}`, { token })
async function listed(query?: string) {
  const response = await list(query)
  expect(response.status).toBe(200)
  return {
    profiles: getAdminProfiles.answer.element
      .strict()
      .array()
      .parse(await response.json()),
    total: Number(response.headers.get('total-count')),
    next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
  }
}
const slugsOf = async (query: string) => (await listed(query)).profiles.map(({ slug }) => slug).toSorted()

describe('the list of profiles', () => {
  test('has all of them, with owners and visits, in a plain call', async () => {
    const { profiles, total, next } = await listed()
    expect([profiles.length, next]).toEqual([total, undefined])
    expect(profiles.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['demo', 'camila', 'andes-5']))
    expect(profiles.find(({ slug }) => slug === 'andes-5')).toMatchObject({
      name: 'Persona-5',
      user_name: 'Quintupil',
      user_email: owner.email,
      visits: 0,
      is_active: true,
      created_at: api.clock.now().toISOString(),
    })
  })

  test('is read on by its links, page by page, with the search and the order of the first', async () => {
    const seen: string[] = []
    let query: string | undefined = '?limit=2&search=quintupil&sort=created_at&state=active'
    while (query !== undefined) {
      const { profiles, total, next } = await listed(query)
      expect([profiles.length <= 2, total]).toEqual([true, 5])
      seen.push(...profiles.map(({ slug }) => slug))
      query = next?.replace('/api/admin/profiles', '')
    }
    expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => `andes-${n}`))
  })

  test('is searched by words of the profile and of its owner’s name, together', async () => {
    expect(await slugsOf('?search=cordillera%20quin')).toEqual(['andes-2', 'andes-4'])
    expect(await slugsOf('?search=cordillera%20camila')).toEqual([])
    expect(await slugsOf('?search=%25')).toEqual([])
  })

  test('shows what an administrator switched off to the next read of theirs', async () => {
    const [{ id } = { id: '' }] = (await listed('?search=litoral')).profiles
    const off = await api.post(
      `/api/admin/profiles/${id}/status`,
      { is_active: false },
      { method: 'PUT', token: api.admin.token },
    )
    expect(off.status).toBe(200)
    expect(await listed('?state=inactive')).toMatchObject({ profiles: [{ id, is_active: false }], total: 1 })
  })

  test.each([
    'state=paused',
    'sort=name',
    'limit=0',
    'limit=1001',
    'limit=1e9',
    'limit=NaN',
    'after=made-up',
    'search=%00',
    `after=${Buffer.from(`created_at 1 ${uuid(1)}`).toString('base64url')}`,
    `after=${Buffer.from(`-created_at 1 ${'x'.repeat(36)}`).toString('base64url')}`,
  ])('refuses %s', async (query) => {
    await expectRefused(await list(`?${query}`), 422, 'invalid')
  })

  test('is no owner’s', async () => {
    await expectRefused(await list('', owner.token), 403, 'forbidden')
  })
})
