import { beforeEach, describe, expect, test } from 'vitest'
import { getAdminCodes, postAdminCodes, activationCodeStream } from '@app/contracts/codes.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { getAdminQuotations } from '@app/contracts/quotations.ts'
import { adminUser, getAdminUsers, type AdminUser } from '@app/contracts/administration.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { readStream } from '../../kernel/codec.ts'
import { NAMES } from '../../kernel/keys/testing/names.ts'
import { A_QUOTATION, expectRefused } from '../../../tests/support/api/test-client.ts'
import { useTestApi, type Person } from '../../../tests/support/api/test-api.ts'

/** The clock stands still, so that no change is seen only because a cache expired. */
const api = useTestApi()

const ask = (path: string) => api.call(`/api/admin/${path}`, { token: api.admin.token })
const post = (path: string, body: unknown, method = 'POST') =>
  api.post(`/api/admin/${path}`, body, { method, token: api.admin.token })
async function listed<Answer>(
  { path, answer }: { readonly path: string; readonly answer: { parse(value: unknown): Answer } },
  query = '',
) {
  const response = await api.call(path + query, { token: api.admin.token })
  expect(response.status).toBe(200)
  const next = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  return {
    rows: answer.parse(await response.json()),
    total: Number(response.headers.get('total-count')),
    next,
  }
}
const BY_ADMIN = () => ({ kind: 'admin', id: api.admin.id })
const eventsOf = async (stream: string) =>
  (await readStream(api.store, stream)).map(({ type, meta }) => [type, meta.actor])

let people = 0
const newPerson = (given = {}): Promise<Person> => api.newAccount(`Persona-${(people += 1)}`, given)

describe('users', () => {
  const put = (id: string, body: unknown) => post(`users/${id}`, body, 'PUT')
  const changed = async (response: Response): Promise<AdminUser> => {
    expect(response.status).toBe(200)
    return adminUser.strict().parse(await response.json())
  }

  test('are all listed, with the data of the account’s own answers', async () => {
    const ana = await newPerson({ maxProfiles: 4 })
    await api.settle()
    const { rows, total, next } = await listed(getAdminUsers)
    expect([rows.length, next]).toEqual([total, undefined])
    const me = (await (await api.call('/api/auth/me', { token: ana.token })).json()) as { user: object }
    const created_at = api.clock.now().toISOString()
    expect(rows.find(({ id }) => id === ana.id)).toEqual({ ...me.user, created_at })
    const admin = { email: api.admin.email, is_admin: true, activation_used: true }
    expect(rows.find(({ id }) => id === api.admin.id)).toMatchObject(admin)
  })

  test('get another limit of profiles, once, by the administrator, which the next list shows', async () => {
    const { id, email } = await newPerson()
    for (const typed of [id, id.toUpperCase()])
      expect(await changed(await put(typed, { max_profiles: 7 }))).toMatchObject({ id, max_profiles: 7 })
    expect((await listed(getAdminUsers, `?search=${email}`)).rows).toMatchObject([{ max_profiles: 7 }])
    const events = await eventsOf(accountStream(id))
    expect(events.filter(([type]) => type === 'ProfileLimitChanged')).toEqual([
      ['ProfileLimitChanged', BY_ADMIN()],
    ])
    for (const unknown of ['nobody', '0199a000-0000-7000-8000-00000000ffff'])
      await expectRefused(await put(unknown, { max_profiles: 7 }), 404, 'not-found')
  })

  test('deactivate nobody’s own account, and a refused change changes nothing', async () => {
    const { id } = api.admin
    const before = await api.bare.headPosition()
    await expectRefused(await put(id, { is_active: false, max_profiles: 3 }), 409, 'own-account')
    expect(await api.bare.headPosition()).toBe(before)
    const own = { is_active: true, max_profiles: 2 }
    expect(await changed(await put(id, own))).toMatchObject(own)
  })

  test('that are deactivated lose their sessions, are listed as such, and sign in anew once reactivated [ACC-3]', async () => {
    const { id, token } = await newPerson()
    const meStatus = async () => (await api.call('/api/auth/me', { token })).status
    const isListed = async () =>
      (await listed(getAdminUsers, '?state=inactive')).rows.some((one) => one.id === id)
    const closed = { is_active: false, max_profiles: 8 }
    expect(await changed(await put(id, closed))).toMatchObject(closed)
    expect([await meStatus(), await isListed()]).toEqual([403, true])
    expect(await changed(await put(id, { is_active: true }))).toMatchObject({ is_active: true })
    expect([await meStatus(), await isListed()]).toEqual([401, false])
  })
})

describe('codes', () => {
  const issued = async (body: unknown) => {
    const response = await post('activation-codes', body)
    expect(response.status).toBe(200)
    return postAdminCodes.answer.strict().parse(await response.json())
  }

  test('are issued for one profile, or the given number, by the administrator', async () => {
    const code = await issued({ max_profiles: 4 })
    expect(code).toEqual({
      id: NAMES.activationCode(code.code),
      code: normalCode(code.code),
      max_profiles: 4,
      used: false,
      created_at: api.clock.now().toISOString(),
      used_at: null,
      codes: [code.code],
    })
    const [event] = await readStream(api.store, activationCodeStream(code.id))
    expect(event).toMatchObject({ type: 'CodeIssued', data: { maxProfiles: 4 }, meta: { actor: BY_ADMIN() } })
    expect(await issued({})).toMatchObject({ max_profiles: 1 })
  })

  test('are in the next list, and activate an account, which the list then names', async () => {
    const { code, codes: _codes, ...rest } = await issued({ max_profiles: 2 })
    const found = await listed(getAdminCodes, `?search=${code.toLowerCase()}`)
    expect(found.rows).toEqual([{ ...rest, code, used_by: null }])
    const { id, email, token } = await api.newAccount('Activada', { isActivated: false })
    expect((await api.post('/api/auth/activate', { code }, { token })).status).toBe(200)
    await api.settle()
    const used_by = { id, name: 'Activada', email }
    const row = { ...rest, code, used: true, used_at: api.clock.now().toISOString(), used_by }
    expect(await listed(getAdminCodes, '?state=used&search=activada')).toMatchObject({
      rows: [row],
      total: 1,
    })
    const { rows } = await listed(getAdminCodes, '?state=available')
    expect(rows.map((one) => one.code)).not.toContain(code)
  })
})

describe('quotations', () => {
  async function request(changes: Partial<typeof A_QUOTATION> = {}): Promise<string> {
    const response = await api.post('/api/quotations', { ...A_QUOTATION, ...changes })
    expect(response.status).toBe(200)
    return ((await response.json()) as { id: string }).id
  }
  let id: string
  beforeEach(async () => {
    id = await request()
  })

  test('are listed newest first, with links to the next pages', async () => {
    const second = await request({ company: 'Zeta' })
    await api.settle()
    const { rows, total } = await listed(getAdminQuotations)
    expect([rows.length, total]).toEqual([2, 2])
    const created_at = api.clock.now().toISOString()
    expect(rows.find((one) => one.id === id)).toEqual({ id, ...A_QUOTATION, status: 'pending', created_at })
    const page = await listed(getAdminQuotations, '?limit=1&sort=created_at')
    const rest = await ask(page.next!.slice('/api/admin/'.length))
    const all = [...page.rows, ...getAdminQuotations.answer.parse(await rest.json())]
    expect(all.map((one) => one.id).toSorted()).toEqual([id, second].toSorted())
    expect(rest.headers.get('link')).toBeNull()
    expect((await listed(getAdminQuotations, '?search=zet')).rows).toMatchObject([{ id: second }])
  })
})
