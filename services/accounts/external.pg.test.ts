import { afterAll, beforeEach, expect, test } from 'vitest'
import { externalSession } from '@app/contracts/auth-calls.ts'
import { accountStream, signInsStream } from '@app/contracts/accounts.ts'
import { readStream } from '../kernel/codec.ts'
import { createAccountIds } from '../kernel/keys/keyed-ids.ts'
import { ID_KEYS } from '../kernel/keys/testing/names.ts'
import { rawAnswer, expectRefused } from '../../tests/support/api/test-client.ts'
import { PASSWORD, useTestApi } from '../../tests/support/api/test-api.ts'
import { testTable } from '../../tests/support/every.ts'
import {
  arrived,
  CALLBACK,
  createExternalVisit,
  newKey,
  openTestProvider,
  PROFILE,
  signedBy,
  START_URL,
  unsigned,
  type Claims,
  type TestProvider,
} from './testing/external-provider.ts'

let provider: TestProvider
const api = useTestApi(async () => {
  provider = await openTestProvider()
  return { externalLogin: provider.externalLogin }
})
afterAll(() => provider.stop())

let visit: ReturnType<typeof createExternalVisit>
beforeEach(() => {
  visit = newVisit()
  provider.troubles.splice(0)
})
const newVisit = () => createExternalVisit(api.url, provider)

const idOf = createAccountIds(ID_KEYS)
const eventsOf = async (email: string): Promise<readonly string[]> =>
  (await readStream(api.store, accountStream(idOf(email)))).map(({ type }) => type)
const FAILED = [['error', 'external-login-failed']]

/** @returns the session that somebody gets, or why nobody does */
async function comesIn(...typed: Parameters<typeof visit.begin>) {
  const own = newVisit()
  const { fragment } = await own.signIn(...typed)
  const error = fragment.get('error')
  if (error !== null) return error
  return externalSession.parse(await (await own.exchange(fragment.get('session_id')!)).json())
}
const idOfWho = async (...typed: Parameters<typeof comesIn>) => {
  const found = await comesIn(...typed)
  return typeof found === 'string' ? found : found.user.id
}

test('a new person has an account after it, which still needs the code of a card', async () => {
  const email = 'Nueva@Correo.example'
  const session = await comesIn({ sub: 'nueva', name: 'Nueva Persona', email })
  if (typeof session === 'string') throw new Error(session)
  expect(session).toMatchObject({
    session_token: session.access_token,
    user: { id: idOf('nueva@correo.example'), name: 'Nueva Persona', email, activation_used: false },
    profile_url: null,
    needs_activation: true,
    activation_message:
      'Tu cuenta debe ser activada con el código de activación antes de usar la plataforma.',
  })
  expect(await eventsOf(email)).toEqual(['AccountRegistered', 'PasswordDropped', 'ExternalLoginLinked'])
  expect((await api.call('/api/auth/me', { token: session.access_token })).status).toBe(200)
  const login = await api.post('/api/auth/login', { email, password: PASSWORD })
  await expectRefused(login, 401, 'wrong-credentials')
  // Coming in again is the same account, and nothing is registered or linked twice.
  expect(await idOfWho({ sub: 'nueva', email: email.toUpperCase() })).toBe(session.user.id)
  expect(await eventsOf(email)).toHaveLength(3)
})

test('somebody with an account is linked to it by the verified address alone, and keeps the account’s name', async () => {
  const { email, id } = api.owner
  for (const who of [email, 'sinverificar@correo.example']) {
    const before = await api.store.log.headPosition()
    expect(await comesIn({ sub: 'camila', email: who, email_verified: false })).toBe('email-unverified')
    expect(await api.store.log.headPosition()).toBe(before)
  }
  const session = await comesIn({ sub: 'camila', name: 'Otro Nombre', email: email.toUpperCase() })
  expect(session).toMatchObject({
    user: { id, name: 'Camila' },
    needs_activation: false,
    activation_message: null,
  })
})

test('an e-mail that changed at the login provider leaves the account as it is, and opens it [ACC-9]', async () => {
  const [former, next] = ['carla.soto@empresa.example', 'carla.paz@nueva.example']
  const { id } = await api.newAccount('Carla', { email: former })
  for (const email of [former, next]) expect(await idOfWho({ sub: 'carla-1', email })).toBe(id)
  expect(await idOfWho({ sub: 'carla-2', email: next })).not.toBe(id)
})

test('a login is worth nothing in a browser that did not begin it, nor its session in one that did not sign in [ACC-10]', async () => {
  const email = 'atacante@correo.example'
  const victim = newVisit()
  expect([...arrived(await victim.browser.get(await visit.begin({ sub: 'x', email }))).fragment]).toEqual(
    FAILED,
  )
  expect(await eventsOf(email)).toEqual([])
  const id = (await visit.signIn({ sub: 'x', email })).fragment.get('session_id')!
  await expectRefused(await victim.exchange(id), 401, 'external-login-failed')
  await victim.signIn({ sub: 'victima', email: 'victima@correo.example' })
  await expectRefused(await victim.exchange(id), 401, 'external-login-failed')
  expect(await readStream(api.store, signInsStream(idOf(email)))).toEqual([])
  // It was not used up by that.
  expect((await visit.exchange(id)).status).toBe(200)
})

test('the callback removes the cookie of the attempt, and the exchange that of the session', async () => {
  const begun = await newVisit().browser.get(START_URL)
  expect(begun.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-external-login=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  const { page, fragment } = await visit.signIn({ sub: 'galleta', email: 'galleta@correo.example' })
  // Nothing is kept by caches, and nothing reaches the next page.
  for (const { status, headers } of [begun, page]) {
    const policies = [headers.get('cache-control'), headers.get('referrer-policy')]
    expect([status, ...policies]).toEqual([302, 'no-store', 'no-referrer'])
  }
  expect(page.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-external-login=; Max-Age=0; /),
    expect.stringMatching(
      /^__Host-external-session=[\w-]{43}; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ])
  expect((await visit.exchange(fragment.get('session_id')!)).status).toBe(200)
  expect(visit.browser.cookiesFor(CALLBACK)).toBe('')
})

test('of two logins begun in one browser the later one succeeds, and the earlier one does not disturb it', async () => {
  const [first, second] = [await visit.begin(), await visit.begin()]
  expect([...arrived(await visit.browser.get(first)).fragment]).toEqual(FAILED)
  expect(arrived(await visit.browser.get(second)).fragment.has('session_id')).toBe(true)
})

test('a request’s host and its wished destination are ignored, and the ways to sign in are listed [ACC-20]', async () => {
  const query = 'next=https://malo.example&return_to=//malo.example'
  const host = { host: 'malo.example', 'x-forwarded-host': 'malo.example' }
  const { headers } = await rawAnswer(`${api.url}/api/auth/external/callback?${query}`, host)
  expect(headers.location).toBe(`${PROFILE}#error=external-login-failed`)
  const methods = await api.call('/api/auth/methods')
  expect(await methods.json()).toEqual({ password: true, external: { name: 'Google' } })
})

const STRANGERS_KEY = newKey('first')
/** Signed as the provider would, with other claims. */
const saying = (changed: (good: Claims) => object) => (good: Claims) =>
  signedBy(provider.key, { ...good, ...changed(good) })

testTable<[code: string, tokenOf: (claims: Claims) => string]>([
  ['OAUTH_INVALID_RESPONSE', (good) => signedBy(STRANGERS_KEY, good)],
  ['OAUTH_UNSUPPORTED_OPERATION', unsigned],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', saying(() => ({ iss: 'https://other.example' }))],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', saying(() => ({ nonce: 'other' }))],
  ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', saying(() => ({ aud: 'other' }))],
])(
  'a token is not believed without the provider’s signature, or for another party or attempt [ACC-10]',
  async (code, tokenOf) => {
    provider.troubles.splice(0)
    const before = await api.store.log.headPosition()
    expect(await comesIn({}, tokenOf)).toBe('external-login-failed')
    expect(provider.troubles).toEqual([code])
    expect(await api.store.log.headPosition()).toBe(before)
  },
)

test('the keys that the provider has now are believed, and a former one no more', async () => {
  const next = newKey('second')
  expect(await idOfWho({})).toBe(idOf('ana@correo.example'))
  provider.keys = [next]
  expect(await idOfWho({}, (good) => signedBy(next, good))).toBe(idOf('ana@correo.example'))
  expect(await comesIn({})).toBe('external-login-failed')
  provider.keys = [provider.key]
})

test('while the provider is away, a login shows on a page of ours that it is unavailable', async () => {
  const link = await visit.begin()
  provider.isAway = true
  expect([...arrived(await visit.browser.get(link)).fragment]).toEqual([['error', 'unavailable']])
  provider.isAway = false
})
