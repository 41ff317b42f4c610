import { afterEach, expect, test } from 'vitest'
import { signInsStream } from '@app/contracts/events/account-events.ts'
import { readStream } from '@app/kernel/codec.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { startAwakeTime } from '../../../tests/support/awake-time.ts'

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

test('a caller who signs in again and again is written down once in ten minutes, and not in the account’s stream', async () => {
  const { id, email } = await api.newAccount('Insistente')
  const signIn = () => api.tokenOf(email, PASSWORD)
  const signedIn = async () => (await readStream(api.store, signInsStream(id))).length
  const tokens = await Promise.all(Array.from({ length: 8 }, signIn))
  for (const token of tokens) expect((await api.call('/api/auth/me', { token })).status).toBe(200)
  expect(await signedIn()).toBe(1)
  api.clock.advance(10 * 60_000 - 1)
  await signIn()
  expect(await signedIn()).toBe(1)
  api.clock.advance(1)
  await signIn()
  expect(await signedIn()).toBe(2)
})
