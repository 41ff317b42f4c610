import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { session } from '@app/contracts/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { USUAL_ADDRESSES } from '@app/contracts/limits/rate-limits.ts'
import { createRateCounters } from './rate-counters.ts'
import { createSessionsToFetch } from '../../../accounts/logins/sessions-to-fetch.ts'
import { PASSWORD, useTestApi } from '../../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../../tests/support/api/test-app.ts'
import { mailedResetToken } from '../../../../tests/support/api/test-mail.ts'
import { createExternalBrowser } from '../../../accounts/external-cookies.ts'
import { createUsualAddresses } from './usual-addresses.ts'

/** So tight that a spread attack is short; the looser limits shrink alike. */
const api = useTestApi({
  rateLimits: { login: { max: 1, per: 900 } },
  trustProxy: ['loopback'],
})

const browserCookies = createExternalBrowser({ publicUrl: PUBLIC_URL, random: randomBytes })
const HOME = '192.0.2.10'
const ELSEWHERE = '192.0.2.99'
const FULL_AFTER = 20

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const login = async (email: string, password: string, address: string): Promise<number> =>
  (await api.post('/api/auth/login', { email, password }, from(address))).status

const WRONG = 'Clave-equivocada-1'

const NEW = 'Clave-nueva-2'
/** By a mailed link. */
async function reset(email: string, address: string): Promise<void> {
  const token = await mailedResetToken(api, email)
  const passwords = { new_password: NEW, confirm_password: NEW }
  const { status } = await api.post('/api/auth/reset-password', { token, ...passwords }, from(address))
  expect(status).toBe(200)
}

/** The addresses of an account, as another process knows them. */
const usualAddresses = () => createUsualAddresses(createRateCounters(api.db, api.clock.now), api.keys)

const areUsual = async (id: string): Promise<readonly boolean[]> => {
  const usual = usualAddresses()
  return [await usual.has(id, HOME), await usual.has(id, ELSEWHERE)]
}

test('a new password by a link opens its address during a spread attack within a second, as a usual one [ACC-7]', async () => {
  const person = await api.newAccount('Asediada')
  for (let n = 0; n < FULL_AFTER; n += 1) await login(person.email, WRONG, `198.51.100.${n + 1}`)
  expect(await login(person.email, PASSWORD, HOME)).toBe(429)
  await reset(person.email, HOME)
  api.clock.advance(1_000)
  expect(await login(person.email, NEW, HOME)).toBe(200)
  expect(await areUsual(person.id)).toEqual([true, false])
})

test('the address of a registration and of an external login is a usual one', async () => {
  const typed = { name: 'Nueva', email: 'nueva@tarjeta.example', password: PASSWORD }
  const registered = await api.post('/api/auth/register', typed, from(HOME))
  const { id } = await api.newAccount('Externa')
  const sessions = createSessionsToFetch({ db: api.db, random: randomBytes, now: api.clock.now })
  const session_id = await sessions.put(id, 'this-browser')
  const [cookie] = browserCookies.keep(session_id, 'this-browser').split(';')
  const headers = { ...from(HOME).headers, cookie: cookie! }
  const external = await api.post('/api/auth/emergent-login', { session_id }, { headers })
  for (const response of [registered, external]) {
    const { user } = session.parse(await response.json())
    expect([response.url, await areUsual(user.id)]).toEqual([response.url, [true, false]])
  }
})

test('the usual addresses of one account are none of another, and erasing the account erases them', async () => {
  const [person, other] = [await api.newAccount('Habitual'), await api.newAccount('Ajena')]
  await login(person.email, PASSWORD, HOME)
  const usual = usualAddresses()
  expect([await usual.has(person.id, HOME), await usual.has(other.id, HOME)]).toEqual([true, false])
  await api.keys.destroy(accountStream(person.id))
  expect(await usual.has(person.id, HOME)).toBe(false)
})

test('an account has a bounded number of usual addresses', async () => {
  const { id, email } = await api.newAccount('Movida')
  const usual = usualAddresses()
  const rows = async (): Promise<number> =>
    Number((await api.db.query("select from vault.rate_counters where name = 'usual address'")).rowCount)
  const before = await rows()
  const { max } = USUAL_ADDRESSES
  for (let n = 0; n < max + 2; n += 1) await usual.add(id, `198.18.${n}.1`)
  // The account itself came in from one before.
  expect((await rows()) - before).toBe(max - 1)
  expect([await usual.has(id, '198.18.0.1'), await usual.has(id, `198.18.${max + 1}.1`)]).toEqual([
    true,
    false,
  ])
  expect(await login(email, PASSWORD, HOME)).toBe(200)
})

test('another login from a usual address renews it for 30 days', async () => {
  const { id, email } = await api.newAccount('Vecina')
  expect(await login(email, PASSWORD, HOME)).toBe(200)
  api.clock.advance((USUAL_ADDRESSES.seconds - 1) * 1_000)
  expect(await login(email, PASSWORD, HOME)).toBe(200)
  api.clock.advance((USUAL_ADDRESSES.seconds - 1) * 1_000)
  expect(await areUsual(id)).toEqual([true, false])
  api.clock.advance(1_000)
  expect(await areUsual(id)).toEqual([false, false])
})
