import { expect, test } from 'vitest'
import { getAdminCodes, postAdminCodes } from '@app/contracts/codes/admin-codes.ts'
import { activationCodeStream } from '@app/contracts/codes/events.ts'
import { normalCode } from '@app/contracts/fields/activation-code.ts'
import { readStream } from '../kernel/codec.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import type { CallInit } from '../../tests/support/api/test-client.ts'

const api = useTestApi()

const PATH = '/api/admin/activation-codes'
const issue = (body: unknown = {}, init: CallInit = {}): Promise<Response> =>
  api.post(PATH, body, { token: api.admin.token, ...init })
async function issued(response: Response) {
  expect(response.status).toBe(200)
  return postAdminCodes.answer.strict().parse(await response.json())
}
const list = (query = '', token = api.admin.token): Promise<Response> =>
  api.call(`${PATH}${query}`, { token })
async function listed(query?: string) {
  const response = await list(query)
  expect(response.status).toBe(200)
  return {
    codes: getAdminCodes.answer.parse(await response.json()),
    total: Number(response.headers.get('total-count')),
    next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1],
  }
}
const streamOf = (code: string) => activationCodeStream(NAMES.activationCode(code))

test('a new code is for one profile, or the given number, and names the administrator', async () => {
  const code = await issued(await issue({ max_profiles: 4 }))
  expect(code).toEqual({
    id: NAMES.activationCode(code.code),
    code: normalCode(code.code),
    max_profiles: 4,
    used: false,
    created_at: api.clock.now().toISOString(),
    used_at: null,
    codes: [code.code],
  })
  const events = await readStream(api.store, streamOf(code.code))
  expect(events).toMatchObject([
    { type: 'CodeIssued', data: { maxProfiles: 4 }, meta: { actor: { kind: 'admin', id: api.admin.id } } },
  ])
  expect(await issued(await issue({}))).toMatchObject({ max_profiles: 1 })
})

test('a new code is in the next list, and activates an account, which the list then names', async () => {
  const { code, codes: _codes, ...rest } = await issued(await issue({ max_profiles: 2 }))
  expect((await listed(`?search=${code.toLowerCase()}`)).codes).toEqual([{ ...rest, code, used_by: null }])
  const ana = await api.newAccount('Activada', { isActivated: false })
  expect((await api.post('/api/auth/activate', { code }, { token: ana.token })).status).toBe(200)
  await api.settle()
  const { codes, total } = await listed('?state=used&search=activada')
  expect([codes, total]).toEqual([
    [
      {
        ...rest,
        code,
        used: true,
        used_at: api.clock.now().toISOString(),
        used_by: { id: ana.id, name: 'Activada', email: ana.email },
      },
    ],
    1,
  ])
  expect((await listed('?state=available')).codes.map((one) => one.code)).not.toContain(code)
})
