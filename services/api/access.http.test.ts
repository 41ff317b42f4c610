import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { PASSWORD, startTestApi, type TestApi } from './testing/test-api.ts'
import { expectRefused } from './testing/test-client.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ROLES = ['nobody', 'owner', 'admin'] as const
type Role = (typeof ROLES)[number]

/** What each kind of access means for each role, on what the owner owns. */
const STATUS: Readonly<Record<Call['access'], Readonly<Record<Role, number>>>> = {
  everyone: { nobody: 200, owner: 200, admin: 200 },
  optional: { nobody: 200, owner: 200, admin: 200 },
  'signed-in': { nobody: 401, owner: 200, admin: 200 },
  admin: { nobody: 401, owner: 403, admin: 200 },
}
const CODE: Readonly<Record<number, string>> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'not-found' }

/** A body that each call takes; a new call without one fails here. */
const BODIES: Readonly<Record<string, () => object>> = {
  '/api/public/track/{profileId}': () => ({ event_type: 'vcf' }),
  '/api/public/identify/{profileId}': () => ({ full_name: 'Ana', phone: '9', description: 'x' }),
  '/api/auth/login': () => ({ email: api.owner.email, password: PASSWORD }),
}

const tokenOf = (role: Role): string | undefined => (role === 'nobody' ? undefined : api[role].token)

function ask({ method, path }: Call, token: string | undefined, profile = api.profile): Promise<Response> {
  const address = path.replace('{slug}', profile.slug).replace('{profileId}', profile.id)
  expect(address).not.toContain('{')
  if (method === 'get') return api.call(address, { token })
  const body = BODIES[path]?.()
  expect(body, `a body for ${path}`).toBeDefined()
  return api.post(address, body, { token })
}

const cells = CALLS.flatMap((call) => ROLES.map((role) => [call.method, call.path, role, call] as const))

test('the matrix holds every call for every role', () => {
  expect(CALLS.length).toBeGreaterThanOrEqual(8)
  expect(cells).toHaveLength(CALLS.length * ROLES.length)
})

test.each(cells)('%s %s answers %s as its access says', async (_method, _path, role, call) => {
  const response = await ask(call, tokenOf(role))
  const status = STATUS[call.access][role]
  if (status === 200) expect(response.status).toBe(200)
  else await expectRefused(response, status, CODE[status] ?? '')
})

describe("of another's profile", () => {
  const guarded = CALLS.filter(({ access, path }) => access === 'signed-in' && path.includes('{'))

  test.each(guarded.map((call) => [call.path, call] as const))(
    '%s tells an owner nothing',
    async (_path, call) => {
      await expectRefused(await ask(call, api.owner.token, api.demo), 404, 'not-found')
      expect((await ask(call, api.admin.token, api.demo)).status).toBe(200)
    },
  )

  test('there are such calls', () => expect(guarded.length).toBeGreaterThan(0))
})

test.each(CALLS.filter(({ access }) => access === 'signed-in' || access === 'admin').map(({ path }) => path))(
  '%s takes a token from its header only',
  async (path) => {
    const { token } = api.admin
    const address = path.replace('{profileId}', api.profile.id)
    const attempts = await Promise.all([
      api.call(`${address}?access_token=${token}&token=${token}`),
      api.call(address, { headers: { cookie: `token=${token}; access_token=${token}` } }),
      api.call(address, { headers: { authorization: token } }),
      api.call(address, { headers: { authorization: `Basic ${token}` } }),
      api.call(address, { headers: { 'x-access-token': token } }),
    ])
    for (const response of attempts) await expectRefused(response, 401, 'unauthenticated')
  },
)
