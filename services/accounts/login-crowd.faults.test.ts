import { afterAll, expect, test } from 'vitest'
import { createPasswords } from './identity/passwords.ts'
import { HASHED_AT_ONCE, HASHES_WAITING_MAX } from '../platform/http/hashing.ts'
import { PASSWORD, useTestApi } from '../../tests/support/api/test-api.ts'
import { countsByStatus, expectRefused } from '../../tests/support/api/test-client.ts'

/** Dear enough that a crowd has come before the first few are done. */
const COST = 9
const CROWD = HASHED_AT_ONCE + HASHES_WAITING_MAX + 100

const passwords = createPasswords({ cost: COST, stepsBack: false })
const api = useTestApi({ passwords })
afterAll(passwords.stop)

const EMAIL = 'dear@tarjeta.example'
const login = () => api.post('/api/auth/login', { email: EMAIL, password: PASSWORD })

test('of many simultaneous logins some wait, others are refused with a time to retry, and taps go on [SPEED-7]', async () => {
  await api.newAccount('Dear')
  const crowd = Array.from({ length: CROWD }, login)
  const taps = Array.from({ length: 20 }, () => api.call(`/api/public/profile/${api.profile.slug}`))
  const answers = await Promise.all(crowd)
  const statuses = countsByStatus(answers)
  expect(Object.keys(statuses)).toEqual(['200', '503'])
  expect(statuses[200]).toBeGreaterThanOrEqual(HASHED_AT_ONCE + HASHES_WAITING_MAX)
  const refused = answers.find(({ status }) => status === 503)!
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectRefused(refused, 503, 'unavailable')
  for (const { status, headers } of await Promise.all(taps))
    expect([status, headers.get('tap-status')]).toEqual([200, 'recorded'])
  // Successful and untried logins are refunded.
  const { status, headers } = await login()
  const quota = /q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]
  expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining(`r=${quota};`)])
})
