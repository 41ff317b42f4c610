import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { accountStream, signInsStream } from '@app/contracts/accounts/events.ts'
import type { ExternalLogin } from './identity/external-login.ts'
import { readStream } from '../kernel/codec.ts'
import type { LocalProvider } from '../product/local-provider.ts'
import { ID_KEYS } from '../kernel/keys/testing/names.ts'
import { createAccountIds } from '../kernel/keys/keyed-ids.ts'
import {
  arrived,
  CALLBACK,
  createExternalVisit,
  destinationOf,
  openTestProvider,
  PROFILE,
  START_URL,
  type ExternalVisit,
} from './testing/external-visit.ts'
import { PASSWORD, useTestApi } from '../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../tests/support/api/test-app.ts'
import { createTestBrowser, type TestBrowser } from '../../tests/support/api/test-browser.ts'
import { rawAnswer } from '../../tests/support/api/raw-answer.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'

let provider: LocalProvider
let externalLogin: ExternalLogin
let visit: ExternalVisit
let browser: TestBrowser
const api = useTestApi(async () => {
  ;({ provider, externalLogin } = await openTestProvider())
  return { externalLogin }
})
beforeEach(() => {
  visit = createExternalVisit(api.url)
  browser = visit.browser
})
afterAll(() => provider.stop())

const idOf = createAccountIds(ID_KEYS)

const eventsOf = async (email: string): Promise<readonly string[]> =>
  (await readStream(api.store, accountStream(idOf(email)), { from: 0n, limit: 100 })).map(({ type }) => type)

const headOfLog = (): Promise<bigint> => api.store.log.headPosition()

test('a new person has an account after it, which still needs the code of a card', async () => {
  const email = 'Nueva@Correo.example'
  const session = await visit.sessionFor({ name: 'Nueva Persona', email })
  expect(session).toEqual({
    access_token: expect.any(String) as string,
    session_token: session.access_token,
    user: {
      id: idOf('nueva@correo.example'),
      name: 'Nueva Persona',
      email,
      is_admin: false,
      is_active: true,
      activation_used: false,
      profiles_count: 0,
      max_profiles: 1,
    },
    profile_url: null,
    needs_activation: true,
    activation_message:
      'Tu cuenta debe ser activada con el código de activación antes de usar la plataforma.',
  })
  expect(await eventsOf(email)).toEqual(['AccountRegistered', 'PasswordDropped', 'ExternalLoginLinked'])
  const me = await api.call('/api/auth/me', { token: session.access_token })
  expect(me.status).toBe(200)
  // It has no password.
  const login = await api.post('/api/auth/login', { email, password: PASSWORD })
  await expectRefused(login, 401, 'wrong-credentials')
  // Coming in again is the same account, and nothing is registered or linked twice.
  const second = await createExternalVisit(api.url).sessionFor({ email: email.toUpperCase() })
  expect(second.user.id).toBe(session.user.id)
  expect((await eventsOf(email)).slice(3)).toEqual([])
})

test('somebody with an account is linked to it by the verified address, and keeps the account’s name', async () => {
  const { email } = api.owner
  const session = await visit.sessionFor({ name: 'Otro Nombre', email: email.toUpperCase() })
  expect(session.user).toMatchObject({ id: api.owner.id, name: 'Camila', activation_used: true })
  expect([session.needs_activation, session.activation_message]).toEqual([false, null])
  expect(session.profile_url).toBeNull()
})

test('nobody is let in with an address that the provider has not verified, whether it has an account or not', async () => {
  for (const email of [api.admin.email, 'sinverificar@correo.example']) {
    const before = await headOfLog()
    const { fragment } = await visit.signIn({ email, verified: 'no' })
    expect([...fragment]).toEqual([['error', 'email-unverified']])
    expect(await headOfLog()).toBe(before)
  }
})

test('nobody is let in: in a browser that did not begin: a link with a code of somebody else’s signs nobody in [ACC-10]', async () => {
  const door = await visit.toTheDoor({ email: 'atacante@correo.example' })
  const victim = createTestBrowser({ [PUBLIC_URL]: api.url })
  const page = await victim.get(destinationOf(door))
  expect([...arrived(page).fragment]).toEqual([['error', 'external-login-failed']])
  expect(await eventsOf('atacante@correo.example')).toEqual([])
})

const idFor = async (email: string): Promise<string> =>
  (await visit.signIn({ email })).fragment.get('session_id')!

test('the session id is worth nothing in another browser: a link with one’s own signs nobody in as oneself [ACC-10]', async () => {
  const id = await idFor('remitente@correo.example')
  const victim = createExternalVisit(api.url)
  await expectRefused(await victim.exchange(id), 401, 'external-login-failed')
  // Nor in one that has just signed in itself.
  await victim.signIn({ email: 'victima@correo.example' })
  await expectRefused(await victim.exchange(id), 401, 'external-login-failed')
  expect(await readStream(api.store, signInsStream(idOf('remitente@correo.example')))).toEqual([])
  // It was not used up by that.
  expect((await visit.exchange(id)).status).toBe(200)
})

describe('between the redirects', () => {
  test('the attempt’s cookie is removed by the callback, and the session’s once it is exchanged', async () => {
    const begun = await createExternalVisit(api.url).browser.get(START_URL)
    const { page, fragment } = await visit.signIn({ email: 'galleta@correo.example' })
    // Nothing is kept by caches, and nothing reaches the next page.
    for (const { status, headers } of [begun, page]) {
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        302,
        'no-store',
        'no-referrer',
      ])
    }
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-external-login-[\w-]{16}=; Max-Age=0; /),
      expect.stringMatching(
        /^__Host-external-session-[\w-]{16}=[\w-]{43}; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    expect(browser.cookiesFor(CALLBACK)).toMatch(/^__Host-external-session-[\w-]{16}=[\w-]{43}$/)
    expect((await visit.exchange(fragment.get('session_id')!)).status).toBe(200)
    expect(browser.cookiesFor(CALLBACK)).toBe('')
  })

  test('a request’s host and its wished destination are ignored [ACC-20]', async () => {
    const query = 'next=https://malo.example&return_to=//malo.example'
    const { headers } = await rawAnswer(`${api.url}/api/auth/external/callback?${query}`, {
      host: 'malo.example',
      'x-forwarded-host': 'malo.example',
    })
    expect(headers.location).toBe(`${PROFILE}#error=external-login-failed`)
    // Those that there are are listed.
    const response = await api.call('/api/auth/methods')
    expect(await response.json()).toEqual({ password: true, external: { name: 'Google' } })
  })
})
