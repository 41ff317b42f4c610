import { expect, test } from 'vitest'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { useTestApi } from '../../../../tests/support/api/test-api.ts'

/** Low limits. The test poses as the trusted proxy, and so as any address. */
const LIMITS = {
  'signed-in': { max: 12, per: 2 },
  'signed-in-address': { max: 16, per: 16 },
}
const { max, per } = LIMITS['signed-in']
const api = useTestApi({ rateLimits: LIMITS, trustProxy: ['loopback'] })

const HOME = '203.0.113.1'

const ask = (path: string, token: string, address = HOME) =>
  api.call(path, { token, headers: { 'x-forwarded-for': address } })
const askMany = async (count: number, token: string, address = HOME): Promise<ReadonlySet<number>> => {
  const answers = await Promise.all(Array.from({ length: count }, () => ask('/api/auth/me', token, address)))
  return new Set(answers.map(({ status }) => status))
}

test('a reader over the limit is refused in Spanish, and may continue after seconds', async () => {
  const { token } = api.owner
  expect(await askMany(max, token)).toEqual(new Set([200]))
  const refused = await ask('/api/auth/me', token)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await refused.json()).toEqual({ code: 'too-many', detail: REFUSALS['too-many'].detail })
  // The same account at another address, and another account here, are counted apart.
  expect((await ask('/api/auth/me', token, '203.0.113.2')).status).toBe(200)
  expect((await ask('/api/auth/me', api.admin.token)).status).toBe(200)
  api.clock.advance(1_000)
  expect(await askMany(per, token)).toEqual(new Set([200]))
  expect((await ask('/api/auth/me', token)).status).toBe(429)
})

test('many accounts at one address have a wider common limit', async () => {
  const address = '203.0.113.3'
  expect(await askMany(max, api.owner.token, address)).toEqual(new Set([200]))
  expect(await askMany(max, api.admin.token, address)).toEqual(new Set([200, 429]))
  // Four went through. What the wider one refused used up nothing of the account's own.
  api.clock.advance(1_000)
  expect(await askMany(max - 4 + per, api.admin.token, address)).toEqual(new Set([200]))
})
