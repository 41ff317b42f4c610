import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { createOpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { Authenticator } from '../http/authentication/authenticator.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { createTestAuthenticator } from '../testing/test-authenticator.ts'
import { answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'

let api: TestApi
/** Another process that serves the same log. */
let elsewhere: Authenticator
beforeAll(async () => {
  api = await startTestApi()
  elsewhere = createTestAuthenticator(api.clock, api.store, createOpenSessions(api.db, api.clock.now))
})
afterAll(() => api?.close())

const NEW = 'Clave-nueva-2'
/** Within this time every process knows the account's last events. */
const KNOWN_MS = 3_000

const me = (token: string | undefined) => api.call('/api/auth/me', { token })
const close = (token: string | undefined) => api.call('/api/auth/close-sessions', { method: 'POST', token })
const change = (token: string | undefined, typed: object = {}) =>
  api.post(
    '/api/auth/change-password',
    { current_password: PASSWORD, new_password: NEW, confirm_password: NEW, ...typed },
    { token },
  )
const login = (email: string, password: string) => api.post('/api/auth/login', { email, password })
const happened = (person: Person, event: DomainEvent) =>
  write(api.store, api.clock.now(), accountStream(person.id), [event])
const lastOf = async (person: Person) => {
  const stream = accountStream(person.id)
  const [last] = await api.store.readStream(stream, { direction: 'backward', limit: 1 })
  return last
}
const hashesOf = async ({ id }: Person) => {
  const { rows } = await api.db.query('select 1 from vault.credentials where account_id = $1', [id])
  return rows.length
}
const isGoodElsewhere = (token: string) =>
  elsewhere.signedIn(`Bearer ${token}`).then(
    () => true,
    () => false,
  )

describe('the signed-in account', () => {
  test('is refused as such, and never from a cache', async () => {
    const response = await me(api.owner.token)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      user: {
        id: api.owner.id,
        name: 'Camila',
        email: api.owner.email,
        is_admin: false,
        is_active: true,
        activation_used: true,
        profiles_count: 0,
        max_profiles: 30,
      },
      profile_url: null,
      needs_activation: false,
      has_password: true,
    })
  })

  test('sees what has just happened to the account', async () => {
    const person = await api.newAccount('Reciente', { isActivated: false })
    expect(await (await me(person.token)).json()).toMatchObject({ needs_activation: true })
    await happened(person, { type: 'AccountActivated', data: { maxProfiles: 4 } })
    expect(await (await me(person.token)).json()).toMatchObject({
      needs_activation: false,
      user: { activation_used: true, max_profiles: 4 },
    })
  })

  test('as administrator counts as activated without a code', async () => {
    const person = await api.newAccount('Jefa', { isActivated: false, isAdmin: true })
    expect(await (await me(person.token)).json()).toMatchObject({
      needs_activation: false,
      user: { is_admin: true, activation_used: true },
    })
  })

  test('has an address of the first profile once there is one', async () => {
    const person = await api.newAccount('Perfilada')
    const { id } = await api.newProfile('perfilada', { ownerId: person.id })
    await happened(person, { type: 'ProfileSlotTaken', data: { profileId: id } })
    expect(await (await me(person.token)).json()).toMatchObject({
      profile_url: 'https://tarjeta.example/pages/perfilada',
      user: { profiles_count: 1 },
    })
  })
})

describe('the guards', () => {
  const calls: readonly (readonly [string, (token?: string) => Promise<Response>])[] = [
    ['who is signed in', me],
    ['closing sessions', close],
    ['changing the password', change],
    ['activating', (token) => api.post('/api/auth/activate', { code: 'AAAA-BBBB-CCCC' }, { token })],
  ]

  test.each(calls)('%s is for people who are signed in', async (_what, ask) => {
    await expectRefused(await ask(undefined), 401, 'unauthenticated')
    await expectRefused(await ask('x'), 401, 'unauthenticated')
  })

  test.each(calls)('%s is refused to a deactivated account, with that reason', async (what, ask) => {
    const person = await api.newAccount(`Inactiva-${what.length}`)
    await happened(person, { type: 'AccountDeactivated', data: {} })
    api.clock.advance(KNOWN_MS)
    await expectRefused(await ask(person.token), 403, 'account-inactive')
  })

  test('a call that needs an activated account is refused with a code for clients', async () => {
    const person = await api.newAccount('Pendiente', { isActivated: false })
    const response = await api.call('/api/profiles/me', { token: person.token })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      code: 'needs_activation',
      detail: REFUSALS.needs_activation.detail,
    })
    expect((await api.call('/api/profiles/me', { token: api.owner.token })).status).toBe(200)
    expect((await api.call('/api/profiles/me', { token: api.admin.token })).status).toBe(200)
  })
})

describe('closing all sessions', () => {
  test('ends the calling session at once, and those in other processes within 3 s [ACC-3]', async () => {
    const person = await api.newAccount('Cerrada')
    const phone = await api.tokenOf(person.email, PASSWORD)
    expect(await isGoodElsewhere(phone)).toBe(true)
    const response = await close(person.token)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message: expect.stringMatching(/sesiones/) as string })
    expect(await lastOf(person)).toMatchObject({ type: 'SessionsClosed', data: { by: 'owner' } })
    for (const token of [person.token, phone]) await expectRefused(await me(token), 401, 'unauthenticated')
    api.clock.advance(KNOWN_MS)
    expect(await isGoodElsewhere(phone)).toBe(false)
  })

  test('does not keep anybody from signing in again', async () => {
    const person = await api.newAccount('Reabierta')
    await close(person.token)
    const token = await api.tokenOf(person.email, PASSWORD)
    expect((await me(token)).status).toBe(200)
  })

  test('concerns nobody else', async () => {
    const person = await api.newAccount('Sola')
    await close(person.token)
    expect((await me(api.owner.token)).status).toBe(200)
  })
})

describe('changing the password', () => {
  test('answers a new session, and ends all others within 3 s', async () => {
    const person = await api.newAccount('Cambiada')
    const phone = await api.tokenOf(person.email, PASSWORD)
    expect(await isGoodElsewhere(phone)).toBe(true)
    const response = await change(person.token)
    expect(response.status).toBe(200)
    const { access_token: fresh, user } = session.strict().parse(await response.json())
    expect(user.id).toBe(person.id)
    expect((await me(fresh)).status).toBe(200)
    for (const token of [person.token, phone]) await expectRefused(await me(token), 401, 'unauthenticated')
    api.clock.advance(KNOWN_MS)
    expect(await isGoodElsewhere(phone)).toBe(false)
    expect(await isGoodElsewhere(fresh)).toBe(true)
    expect(await lastOf(person)).toMatchObject({ type: 'PasswordChanged', data: { by: 'owner' } })
  })

  test('makes the new password valid and the old one invalid, and keeps no other hash', async () => {
    const person = await api.newAccount('Estrena')
    await change(person.token)
    expect((await login(person.email, NEW)).status).toBe(200)
    await expectRefused(await login(person.email, PASSWORD), 401, 'wrong-credentials')
    expect(await hashesOf(person)).toBe(1)
  })

  test('takes the present one', async () => {
    const person = await api.newAccount('Olvidada')
    const response = await change(person.token, { current_password: 'Otra-clave-3' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      code: 'wrong-credentials',
      detail: 'Tu contraseña actual no es correcta.',
      field: 'current_password',
    })
    expect((await login(person.email, PASSWORD)).status).toBe(200)
    expect((await me(person.token)).status).toBe(200)
    expect(await hashesOf(person)).toBe(1)
  })

  test.each<readonly [string, object, string, string]>([
    ['nothing for the present one', { current_password: '' }, 'current_password', 'Completa este campo.'],
    ['two that differ', { confirm_password: `${NEW}x` }, 'confirm_password', 'Las contraseñas no coinciden'],
    [
      'a short one',
      { new_password: 'Aa1', confirm_password: 'Aa1' },
      'new_password',
      'La contraseña debe tener al menos 8 caracteres',
    ],
    [
      'one without a digit',
      { new_password: 'Clave-de-x', confirm_password: 'Clave-de-x' },
      'new_password',
      'La contraseña debe incluir al menos un número',
    ],
  ])('%s is refused', async (_what, typed, field, detail) => {
    const response = await change(api.owner.token, typed)
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({ code: 'invalid', field, detail })
  })

  test('twenty times at once by one present password succeeds once, and that one is valid', async () => {
    const person = await api.newAccount('Simultanea')
    const passwordOf = (n: number) => `Clave-de-${n}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        change(person.token, { new_password: passwordOf(n), confirm_password: passwordOf(n) }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(19)
    const winner = statuses.indexOf(200)
    expect((await login(person.email, passwordOf(winner))).status).toBe(200)
    expect((await login(person.email, passwordOf((winner + 1) % 20))).status).toBe(401)
    expect(await hashesOf(person)).toBe(1)
  })
})

test('a token in the address or in a cookie opens nothing [ACC-15]', async () => {
  const { token } = api.owner
  const nobody = await answerOf(await me(undefined))
  for (const attempt of [
    api.call(`/api/auth/me?access_token=${token}`),
    api.call('/api/auth/me', { headers: { cookie: `access_token=${token}` } }),
  ])
    expect(await answerOf(await attempt)).toEqual(nobody)
})
