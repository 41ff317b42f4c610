import { beforeAll, describe, expect, test } from 'vitest'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { ownSession } from '@app/contracts/api/accounts/sessions.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { newId } from '@app/event-store/ids.ts'
import { readStream } from '@app/kernel/codec.ts'
import { removeLogins } from '@app/vault/logins/account-logins.ts'
import { createOpenSessions } from '@app/vault/logins/open-sessions.ts'
import { PASSWORD, useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused, PHONE } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { mailedResetToken } from '../../../tests/support/api/test-mail.ts'
import { createTestAccessControl } from '../testing/test-access-control.ts'
import type { AccessControl } from '../http/access/access-control.ts'

const api = useTestApi()
/** Another process that serves the same log and the same database. */
let elsewhere: AccessControl
beforeAll(async () => {
  elsewhere = createTestAccessControl(api.clock, api.store, createOpenSessions(api.db, api.clock.now))
})

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const NEW = 'Clave-nueva-2'
/** Within this time every process knows that a session has ended. */
const KNOWN_MS = 3_000
const UNKNOWN_ID = '0199a000-0000-7000-8000-000000000001'

const me = (token: string) => api.call('/api/auth/me', { token })
const logOut = (token: string) => api.call('/api/auth/logout', { method: 'POST', token })
const end = (token: string, id: string) => api.call(`/api/auth/sessions/${id}`, { method: 'DELETE', token })
const login = (email: string, password = PASSWORD) => api.post('/api/auth/login', { email, password })
const change = (token: string, typed: object = {}) =>
  api.post(
    '/api/auth/change-password',
    { current_password: PASSWORD, new_password: NEW, confirm_password: NEW, ...typed },
    { token },
  )
const happened = ({ id }: Person, event: DomainEvent) =>
  write(api.store, api.clock.now(), accountStream(id), [event])
const lastOf = async ({ id }: Person) => (await readStream(api.store, accountStream(id))).at(-1)
/** By what is known of the account, which `me` reads anew. */
const askSessions = (token: string) => api.call('/api/auth/sessions', { token })
const listed = async (token: string) => {
  const response = await askSessions(token)
  expect(response.status).toBe(200)
  return ownSession
    .strict()
    .array()
    .parse(await response.json())
}
async function signIn({ email }: Person, userAgent = PHONE): Promise<string> {
  const typed = { email, password: PASSWORD }
  const response = await api.post('/api/auth/login', typed, { headers: { 'user-agent': userAgent } })
  return session.parse(await response.json()).access_token
}
const isGoodElsewhere = (token: string): Promise<boolean> =>
  elsewhere.signedIn(`Bearer ${token}`).then(
    () => true,
    () => false,
  )
const rowsOf = async ({ id }: Person, table = 'sessions'): Promise<number> =>
  (await api.db.query(`select from vault.${table} where account_id = $1`, [id])).rowCount ?? 0

test('closing all sessions ends the calling session and all others at once [ACC-3]', async () => {
  const person = await api.newAccount('Cerrada')
  const phone = await api.tokenOf(person.email, PASSWORD)
  const response = await api.call('/api/auth/close-sessions', { method: 'POST', token: person.token })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ message: expect.stringMatching(/sesiones/) as string })
  expect(await lastOf(person)).toMatchObject({ type: 'SessionsClosed', data: { by: 'owner' } })
  for (const token of [person.token, phone])
    await expectRefused(await askSessions(token), 401, 'unauthenticated')
  // They sign in again, and nobody else is concerned.
  expect((await me(await api.tokenOf(person.email, PASSWORD))).status).toBe(200)
  expect((await me(api.owner.token)).status).toBe(200)
})

describe('changing the password', () => {
  test('answers a new session, and ends all others at once', async () => {
    const person = await api.newAccount('Cambiada')
    const phone = await api.tokenOf(person.email, PASSWORD)
    const response = await change(person.token)
    expect(response.status).toBe(200)
    const { access_token: fresh, user } = session.strict().parse(await response.json())
    expect(user.id).toBe(person.id)
    expect((await me(fresh)).status).toBe(200)
    for (const token of [person.token, phone])
      await expectRefused(await askSessions(token), 401, 'unauthenticated')
    expect(await lastOf(person)).toMatchObject({ type: 'PasswordChanged', data: { by: 'owner' } })
    expect((await login(person.email, NEW)).status).toBe(200)
    await expectRefused(await login(person.email, PASSWORD), 401, 'wrong-credentials')
    expect(await rowsOf(person, 'credentials')).toBe(1)
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
    expect(await rowsOf(person, 'credentials')).toBe(1)
  })
})

describe('signing in', () => {
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

test('signing out ends the session here at once, in other processes within 3 s, and no other session [ACC-3]', async () => {
  const person = await api.newAccount('Sale')
  const other = await signIn(person)
  expect(await isGoodElsewhere(person.token)).toBe(true)
  // Twice at once is no error of the product.
  const answers = await Promise.all([logOut(person.token), logOut(person.token)])
  expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
  expect(await answers.find(({ status }) => status === 200)?.json()).toEqual({
    message: 'Cerraste tu sesión.',
  })
  await expectRefused(await me(person.token), 401, 'unauthenticated')
  await expectRefused(await logOut(person.token), 401, 'unauthenticated')
  api.clock.advance(KNOWN_MS)
  expect(await isGoodElsewhere(person.token)).toBe(false)
  expect((await me(other)).status).toBe(200)
  expect(await isGoodElsewhere(other)).toBe(true)
})

describe('the list of one’s sessions', () => {
  test('lists device, first and last use, and which one this is', async () => {
    const person = await api.newAccount('Lista')
    const began = api.clock.now().toISOString()
    api.clock.advance(60_000)
    const desktop = await signIn(person, DESKTOP)
    const at = api.clock.now().toISOString()
    expect(await listed(desktop)).toEqual([
      { id: expect.any(String) as string, device: 'desktop', began_at: at, seen_at: at, is_current: true },
      {
        id: expect.any(String) as string,
        device: 'iphone',
        began_at: began,
        seen_at: began,
        is_current: false,
      },
    ])
    expect((await listed(person.token)).map(({ device, is_current }) => [device, is_current])).toEqual([
      ['desktop', false],
      ['iphone', true],
    ])
  })

  test('records a use every five minutes, not every call', async () => {
    const person = await api.newAccount('Usa')
    const began = api.clock.now().toISOString()
    const seen = async () => (await listed(person.token))[0]?.seen_at
    api.clock.advance(4 * 60_000)
    expect(await seen()).toBe(began)
    api.clock.advance(60_000)
    await me(person.token)
    await expect.poll(seen).toBe(api.clock.now().toISOString())
  })

  test('names nobody else’s, none that ended, and none that expired', async () => {
    const person = await api.newAccount('Propia')
    const gone = await signIn(person)
    await logOut(gone)
    expect(await listed(person.token)).toHaveLength(1)
    api.clock.advance((LIMITS.sessionDays - 1) * 86_400_000)
    const later = await signIn(person)
    expect(await listed(later)).toHaveLength(2)
    api.clock.advance(86_400_000)
    expect(await listed(later)).toHaveLength(1)
  })
})

describe('ending one of one’s sessions', () => {
  test('by its id ends that one, and no other', async () => {
    const person = await api.newAccount('Termina')
    const lost = await signIn(person, DESKTOP)
    const id = (await listed(person.token)).find(({ device }) => device === 'desktop')!.id
    const response = await end(person.token, id)
    expect([response.status, await response.json()]).toEqual([200, { message: 'Cerraste esa sesión.' }])
    await expectRefused(await askSessions(lost), 401, 'unauthenticated')
    expect((await me(person.token)).status).toBe(200)
    await expectRefused(await end(person.token, id), 404, 'not-found')
  })

  test('is refused for somebody else’s, for unknown ids and for what is no id, in the same words', async () => {
    const [mine, others] = [await signIn(api.owner), await signIn(api.admin)]
    const foreign = (await listed(others)).find(({ is_current: isCurrent }) => isCurrent)
    for (const id of [foreign!.id, UNKNOWN_ID, 'x', '%00', "'"])
      await expectRefused(await end(mine, id), 404, 'not-found')
    expect((await me(others)).status).toBe(200)
  })
})

describe('what is kept of sessions', () => {
  /** Begun before any other of the same moment. */
  const fill = ({ id }: Person, count: number) =>
    api.db.query(
      `insert into vault.sessions (id, account_id, session_version, device, began_at, seen_at, ends_at)
       select ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, $1, 0, 'tablet', $2, $2, $3 from generate_series(1, $4::int)`,
      [id, api.clock.now(), new Date(api.clock.now().getTime() + 86_400_000), count],
    )

  test('is bounded for an account: one more than that ends the one that was used longest ago [LIM-11]', async () => {
    const person = await api.newAccount('Muchas')
    api.clock.advance(1_000)
    await fill(person, LIMITS.sessionsOfAccountMax - 1)
    expect((await me(person.token)).status).toBe(200)
    api.clock.advance(KNOWN_MS)
    const last = await signIn(person)
    expect(await rowsOf(person)).toBe(LIMITS.sessionsOfAccountMax)
    await expectRefused(await me(person.token), 401, 'unauthenticated')
    expect(await listed(last)).toHaveLength(LIMITS.sessionsOfAccountMax)
  })

  test('is bounded without waiting for another sign-in that is just ending the same one', async () => {
    const person = await api.newAccount('Espera')
    api.clock.advance(1_000)
    const open = createOpenSessions(api.db, api.clock.now)
    const endsAt = new Date(api.clock.now().getTime() + 86_400_000)
    const begun = { accountId: person.id, sessionVersion: 0, device: 'tablet', endsAt } as const
    await fill(person, LIMITS.sessionsOfAccountMax - 1)
    const other = await api.db.connect()
    try {
      await other.query('begin')
      const { sessionId } = await elsewhere.signedIn(`Bearer ${person.token}`)
      await other.query('delete from vault.sessions where id = $1', [sessionId])
      const last = newId()
      await open.begin({ ...begun, id: last })
      await other.query('commit')
      expect([...(await open.openAmong([sessionId, last]))]).toEqual([last])
    } finally {
      other.release()
    }
  })

  test('is removed with the account, and when it has expired', async () => {
    expect(await rowsOf(api.admin)).toBeGreaterThan(0)
    await removeLogins(api.db, api.admin.id)
    expect(await rowsOf(api.admin)).toBe(0)
    const person = await api.newAccount('Expira')
    expect(await rowsOf(person)).toBe(1)
    api.clock.advance(LIMITS.sessionDays * 86_400_000)
    await createOpenSessions(api.db, api.clock.now).removeExpired()
    expect(await rowsOf(person)).toBe(0)
  })
})
