import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { createOpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { AccessControl } from '../http/access/access-control.ts'
import { PASSWORD, useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { createTestAccessControl } from '../testing/test-access-control.ts'
import { expectRefused, answerOf } from '../../../tests/support/api/test-client.ts'
import { mailedResetToken } from '../../../tests/support/api/test-mail.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { PRODUCT } from '@app/contracts/product.ts'

const api = useTestApi()
/** Another process that serves the same log. */
let elsewhere: AccessControl
beforeAll(async () => {
  elsewhere = createTestAccessControl(api.clock, api.store, createOpenSessions(api.db, api.clock.now))
})

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
    // They sign in again, and nobody else is concerned.
    expect((await me(await api.tokenOf(person.email, PASSWORD))).status).toBe(200)
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
})

describe('a login:', () => {
  const login = (email: string, password = PASSWORD) => api.post('/api/auth/login', { email, password })
  describe('signing in', () => {
    test('the administrator gets a token and their account, and the login is recorded', async () => {
      const response = await login(api.admin.email)
      expect(response.status).toBe(200)
      const { user, ...rest } = session.strict().parse(await response.json())
      expect(user).toMatchObject({ id: api.admin.id, is_admin: true, is_active: true, activation_used: true })
      expect(rest).toMatchObject({ needs_activation: false, profile_url: null })
      const stream = await api.store.readStream(accountStream(api.admin.id), {
        direction: 'backward',
        limit: 1,
      })
      expect(stream).toMatchObject([{ type: 'SignedIn', data: { method: 'password' } }])
    })

    test('an unknown address and a wrong password are answered alike, byte for byte [ACC-5]', async () => {
      const wrong = await answerOf(await login(api.admin.email, 'Otra-clave-2'))
      expect(wrong).toMatchObject({
        status: 401,
        body: expect.stringContaining('wrong-credentials') as string,
      })
      for (const [email, password] of [
        ['nadie@tarjeta.example', PASSWORD],
        ['no es un correo', PASSWORD],
        [api.admin.email, `${PASSWORD} `],
        [api.admin.email, PASSWORD.toLowerCase()],
        [api.admin.email, `${PASSWORD}\u0000`],
        [api.admin.email, PASSWORD.padEnd(73, 'x')],
      ] as const) {
        expect(await answerOf(await login(email, password))).toEqual(wrong)
      }
    })

    test('a deactivated account is refused as such, but only with its password', async () => {
      const person = await api.newAccount('Deactivated')
      await happened(person, { type: 'AccountDeactivated', data: {} })
      await expectRefused(await login(person.email), 403, 'account-inactive')
      const wrong = await answerOf(await login(person.email, 'Otra-clave-2'))
      expect(wrong).toEqual(await answerOf(await login('nadie@tarjeta.example')))
      await happened(person, { type: 'AccountReactivated', data: {} })
      expect((await login(person.email)).status).toBe(200)
    })
  })

  const OWN = `La contraseña no puede ser tu correo ni el nombre de ${PRODUCT.name}. Elige otra.`

  test('a weak password is refused where one is registered, reset by a link, which stays good, or changed', async () => {
    const weak = async (path: string, body: object, field: string, token?: string) => {
      const response = await api.post(`/api/auth/${path}`, body, { token })
      expect([path, response.status, await response.json()]).toEqual([
        path,
        422,
        { code: 'invalid', field, detail: OWN },
      ])
    }
    const typed = (password: string) => ({ new_password: password, confirm_password: password })
    const own = `${PRODUCT.name}2026`
    await weak('register', { name: 'Ana', email: 'ana@correo.example', password: own }, 'password')
    const person = await api.newAccount('Restaura')
    await weak(
      'change-password',
      { current_password: PASSWORD, ...typed('Restaura-1') },
      'new_password',
      person.token,
    )
    const token = await mailedResetToken(api, person.email)
    await weak('reset-password', { token, ...typed('Restaura-1') }, 'new_password')
    const good = await api.post('/api/auth/reset-password', { token, ...typed('Clave-nueva-2') })
    expect(good.status).toBe(200)
  })

  test('an owner who set such a password earlier signs in with it', async () => {
    const person = await api.newAccount('Debil', { email: 'clave.prueba@correo.example' })
    // The password of the tests' accounts is made of the e-mail's own words, and "de".
    expect((await login(person.email)).status).toBe(200)
  })
})
