import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionsToFetch } from '@app/vault/sessions-to-fetch.ts'
import { PASSWORD, startTestApi, type TestApi } from './testing/test-api.ts'

/** So tight that a spread attack is short; the looser limits shrink alike. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    rateLimits: { login: { max: 1, per: 900 } },
    trustProxy: ['loopback'],
  })
})
afterAll(() => api?.close())

const HOME = '192.0.2.10'
const ELSEWHERE = '192.0.2.99'
const FULL_AFTER = 20

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const login = async (email: string, password: string, address: string): Promise<number> =>
  (await api.post('/api/auth/login', { email, password }, from(address))).status

/** Strangers guess from many addresses, until the account's own limit holds back all but those that it knows. */
async function expectKnown(email: string, password: string, address: string): Promise<void> {
  for (let n = 0; n < FULL_AFTER; n += 1) await login(email, 'Clave-equivocada-1', `198.51.100.${n + 1}`)
  expect(await login(email, password, ELSEWHERE)).toBe(429)
  expect(await login(email, password, address)).toBe(200)
}

test('where somebody registered they come in again, while others guess', async () => {
  const typed = { name: 'Nueva', email: 'nueva@tarjeta.example', password: PASSWORD }
  expect((await api.post('/api/auth/register', typed, from(HOME))).status).toBe(200)
  await expectKnown(typed.email, PASSWORD, HOME)
})

test('where somebody set a new password by a link they come in again', async () => {
  const person = await api.newAccount('Reset')
  await api.post('/api/auth/forgot-password', { email: person.email })
  await expect.poll(() => api.mails.length).toBe(1)
  const token = /token=([\w.-]+)/.exec(api.mails[0]!.text)![1]
  const passwords = { new_password: 'Clave-nueva-2', confirm_password: 'Clave-nueva-2' }
  const reset = await api.post('/api/auth/reset-password', { token, ...passwords }, from(HOME))
  expect(reset.status).toBe(200)
  await expectKnown(person.email, 'Clave-nueva-2', HOME)
})

test('where somebody came in by an external provider they come in again', async () => {
  const person = await api.newAccount('Externa')
  const sessions = createSessionsToFetch({ db: api.db, random: randomBytes, now: api.clock.now })
  const session_id = await sessions.put(person.id, 'this-browser')
  const headers = { ...from(HOME).headers, cookie: '__Host-external-session=this-browser' }
  expect((await api.post('/api/auth/emergent-login', { session_id }, { headers })).status).toBe(200)
  await expectKnown(person.email, PASSWORD, HOME)
})
