import { afterEach, expect, test } from 'vitest'
import { PASSWORD, useTestApi } from '../../tests/support/api/test-api.ts'
import { startAwakeTime } from '../../tests/support/awake-time.ts'

/** Requests that no form of ours sends, at unlikely moments. */
const api = useTestApi({ proxied: 'log' })
afterEach(async () => {
  await api.proxy.start()
  api.proxy.thaw()
})

test('while the log does not answer, nobody of a crowd that signs in waits longer than for one try', async () => {
  api.proxy.freeze()
  const sinceMs = startAwakeTime()
  const crowd = Array.from({ length: 40 }, () =>
    api.post('/api/auth/login', { email: api.owner.email, password: PASSWORD }),
  )
  for (const response of await Promise.all(crowd)) {
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  // Of three at once, each waits some two seconds for the log: one after the other they would take half a minute.
  expect(sinceMs()).toBeLessThan(5_000)
})
