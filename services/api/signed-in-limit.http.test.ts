import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { SIGNED_IN_LIMITS } from '@app/contracts/rate-limits.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

/** The ordinary limits. The test is the proxy in front, so that it can come from wherever it likes. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ rateLimits: {}, trustProxy: ['loopback'] })
})
afterAll(() => api?.close())

const { burst, perSecond } = SIGNED_IN_LIMITS['signed-in']
const HOME = '203.0.113.1'

const ask = (path: string, token: string, address = HOME, method = 'GET') =>
  api.call(path, { token, method, headers: { 'x-forwarded-for': address } })
const askMany = async (count: number, token: string): Promise<ReadonlySet<number>> => {
  const statuses = new Set<number>()
  for (let asked = 0; asked < count; asked += 50) {
    const some = Array.from({ length: Math.min(50, count - asked) }, () => ask('/api/auth/me', token))
    for (const response of await Promise.all(some)) {
      statuses.add(response.status)
      await response.arrayBuffer()
    }
  }
  return statuses
}

test('who only reads is held back far beyond what a person asks, in their language, and for seconds', async () => {
  const { token } = api.owner
  expect(await askMany(burst, token)).toEqual(new Set([200]))
  const refused = await ask('/api/auth/me', token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toEqual({ code: 'too-many', detail: REFUSALS['too-many'].detail })
  // The same account elsewhere, and another one here, are others.
  expect((await ask('/api/auth/me', token, '203.0.113.2')).status).toBe(200)
  expect((await ask('/api/auth/me', api.admin.token)).status).toBe(200)
  api.clock.advance(1_000)
  expect(await askMany(perSecond, token)).toEqual(new Set([200]))
  expect((await ask('/api/auth/me', token)).status).toBe(429)
})

test.each([
  ['GET', '/api/profiles/me'],
  ['GET', '/api/profile/PROFILE'],
  ['GET', '/api/analytics/PROFILE/unified'],
  ['GET', '/api/analytics/PROFILE'],
  ['GET', '/api/analytics/PROFILE/insights'],
  ['GET', '/api/analytics/PROFILE/monthly-comparison'],
  ['GET', '/api/analytics/PROFILE/executive-report'],
  ['GET', '/api/analytics/PROFILE/live'],
  ['GET', '/api/auth/sessions'],
  ['DELETE', '/api/auth/sessions/x'],
])('%s %s counts as well', async (method, path) => {
  const { status } = await ask(path.replace('PROFILE', api.profile.id), api.owner.token, HOME, method)
  expect(status).toBe(429)
})

test('removing an image counts as the edit that it is', async () => {
  const path = `/api/upload/company-logo/${api.profile.id}`
  const statuses: number[] = []
  for (let n = 0; n < 125; n += 1) statuses.push((await ask(path, api.owner.token, HOME, 'DELETE')).status)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
