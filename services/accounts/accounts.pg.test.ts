import { expect, test, describe, beforeAll } from 'vitest'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { activationCodeStream } from '@app/contracts/codes/events.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { readStream } from '../kernel/codec.ts'
import { ID_KEYS, NAMES } from '../kernel/keys/testing/names.ts'
import { PASSWORD, useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { expectRefused, answerOf, PHONE } from '../../tests/support/api/test-client.ts'
import { session } from '@app/contracts/accounts/auth-calls.ts'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { createAccountIds } from '../kernel/keys/keyed-ids.ts'
import { issuedCode } from '../../tests/support/api/issued-code.ts'
import { createHash } from 'node:crypto'
import { user } from '@app/contracts/accounts/user.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { ACCOUNT_MAILS } from '@app/contracts/limits/rate-limits.ts'
import { mailedResetToken } from '../../tests/support/api/test-mail.ts'
import { write } from '../../tests/support/api/test-log.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { ownSession } from '@app/contracts/accounts/sessions.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { newId } from '../kernel/log/ids.ts'
import { removeLogins } from './logins/account-logins.ts'
import { createOpenSessions } from '../platform/http/access/open-sessions.ts'
import { createTestAccessControl } from '../platform/http/testing/test-access-control.ts'
import type { AccessControl } from '../platform/http/access/access-control.ts'

const api = useTestApi()

const activate = (token: string, code: string) => api.post('/api/auth/activate', { code }, { token })

test('activating makes the first profile, answers a session and its address, is told to the security log, and is done once', async () => {
  const person = await api.newAccount('Matilde', { isActivated: false })
  const code = await issuedCode(api, { max_profiles: 5 })
  await expectRefused(await api.call('/api/profiles/me', { token: person.token }), 403, 'needs_activation')
  api.security.splice(0)
  for (const typed of ['ABCD-EFGH-JKLM', '../account-1'])
    await expectRefused(await activate(person.token, typed), 422, 'invalid-code')
  const response = await activate(person.token, code)
  expect(response.status).toBe(200)
  expect(api.security).toMatchObject([
    { event: 'activation-failed', account: person.id, reason: 'invalid-code' },
    { event: 'activation-failed', account: person.id, reason: 'invalid-code' },
    { event: 'activated', account: person.id },
  ])
  expect(JSON.stringify(api.security)).not.toMatch(new RegExp(`ABCD|${code.slice(0, 4)}`))
  // A call that needed it is open at once, with the same token.
  expect((await api.call('/api/profiles/me', { token: person.token })).status).toBe(200)
  expect(response.headers.get('log-position')).toMatch(/^\d+$/)
  const answer = (await response.json()) as { access_token: string; profile_url: string }
  expect(answer).toEqual({
    message: 'Cuenta activada',
    access_token: expect.any(String) as string,
    user: {
      id: person.id,
      name: 'Matilde',
      email: person.email,
      is_admin: false,
      is_active: true,
      activation_used: true,
      profiles_count: 1,
      max_profiles: 5,
    },
    profile_url: 'https://tarjeta.example/pages/matilde',
  })
  const me = await api.call('/api/auth/me', { token: answer.access_token })
  expect(await me.json()).toMatchObject({ needs_activation: false, profile_url: answer.profile_url })
  await api.settle()
  const page = await api.call('/api/public/profile/matilde')
  expect(await page.json()).toMatchObject({ name: 'Matilde', email: '' })
  // The same again answers the same, however it is typed, and another code is not used up.
  const before = await api.store.log.headPosition()
  const again = await activate(person.token, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
  expect([again.status, await again.json()]).toEqual([
    200,
    { ...answer, access_token: expect.any(String) as string },
  ])
  expect(await api.store.log.headPosition()).toBe(before)
  const second = await issuedCode(api)
  const refused = await activate(person.token, second)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { code: 'already-activated', detail: REFUSALS['already-activated'].detail },
  ])
  expect(await readStream(api.store, activationCodeStream(NAMES.activationCode(second)))).toHaveLength(1)
})

test('registering creates an account, signs it in, and answers that it is to be activated, whatever rights are sent along [ACC-14]', async () => {
  const email = 'ana@correo.example'
  const typed = { name: 'Ana Rojas', email, password: PASSWORD }
  const rights = { is_admin: true, max_profiles: 99, activation_used: true }
  const response = await api.post('/api/auth/register', { ...typed, ...rights })
  expect(response.headers.get('log-position')).toMatch(/^\d+$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { user, access_token, ...rest } = session.strict().parse(await response.json())
  const id = createAccountIds(ID_KEYS)(email)
  expect(user).toEqual({
    id,
    name: 'Ana Rojas',
    email,
    is_admin: false,
    is_active: true,
    activation_used: false,
    profiles_count: 0,
    max_profiles: 1,
  })
  expect(rest).toEqual({ profile_url: null, needs_activation: true })
  const me = await api.call('/api/auth/me', { token: access_token })
  expect(await me.json()).toEqual({ user, ...rest, has_password: true })
  expect(await readStream(api.store, accountStream(id))).toMatchObject([
    { type: 'AccountRegistered', data: { name: 'Ana Rojas', consent: REGISTER_CONSENT } },
  ])
  const text = await api.logText()
  for (const word of ['ana@correo', 'Rojas', PASSWORD, '$2b$']) expect(text).not.toContain(word)
  expect(await api.tokenOf(email, PASSWORD)).toBeTypeOf('string')
})

const NEW = 'Clave-nueva-2'

const MINUTE_MS = 60_000

const EXPIRED = 'El enlace no es válido o ha expirado. Solicita uno nuevo.'

const forgot = (email: string) => api.post('/api/auth/forgot-password', { email })

const verify = (token: string) => api.call(`/api/auth/verify-reset-token/${encodeURIComponent(token)}`)

const reset = (token: string, password = NEW) =>
  api.post('/api/auth/reset-password', { token, new_password: password, confirm_password: password })

const mailsTo = ({ email }: Pick<Person, 'email'>) => api.mails.filter(({ to }) => to === email)

const typesOf = async ({ id }: Person) =>
  (await readStream(api.store, accountStream(id))).map(({ type }) => type)

const LINK = /https:\/\/tarjeta\.example\/auth\/reset\?token=([\w-]+)/

const linkFor = ({ email }: Person) => mailedResetToken(api, email)

describe('a forgotten password', () => {
  test('brings a mail with a link, and an answer that reveals nothing', async () => {
    const person = await api.newAccount('Olvido')
    // Another spelling of the address goes to the registered one.
    const response = await forgot(`  ${person.email.toUpperCase()} `)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message: 'Si el correo existe, te enviamos un enlace.' })
    await eventually(() => expect(mailsTo(person)).toHaveLength(1))
    const [mail] = mailsTo(person)
    expect(mail?.text).toMatch(LINK)
    expect(mail?.text).toContain('Olvido')
    expect(mail?.text).toContain('60 minutos')
    expect((await typesOf(person)).at(-1)).toBe('PasswordResetRequested')
  })

  test('of an address that nobody has brings no mail, and the same answer byte for byte [ACC-5]', async () => {
    const sent = api.mails.length
    const [known, unknown, none] = await Promise.all(
      [api.owner.email, 'nadie@tarjeta.example', 'no es un correo'].map(async (email) =>
        answerOf(await forgot(email)),
      ),
    )
    expect(unknown).toEqual(known)
    expect(none).toEqual(known)
    await eventually(() => expect(api.mails).toHaveLength(sent + 1))
  })
})

test('a mailbox in any spelling gets five reset mails an hour, ten a day, and then one an hour [MAIL-9]', async () => {
  const person = await api.newAccount('Sitiada')
  const [local, domain] = person.email.split('@')
  const spellings = ['', '+1', '+2', '+3', '+4', '+5'].map((tag) => `${local}${tag}@${domain}`.toUpperCase())
  const hours: number[] = []
  for (let hour = 0; hour < 5; hour += 1) {
    const answers = await Promise.all(spellings.map(forgot))
    const refused = answers.filter(({ status }) => status !== 200)
    hours.push(answers.length - refused.length)
    await expectRefused(refused[0]!, 429, 'too-many')
    api.clock.advance(ACCOUNT_MAILS.seconds * 1_000)
  }
  expect(hours).toEqual([5, 5, 1, 1, 1])
})

describe('the token', () => {
  test('has 256 bits, and is nowhere in clear: the log has its hash [ACC-4]', async () => {
    const person = await api.newAccount('Secreta')
    const token = await linkFor(person)
    const bytes = Buffer.from(token, 'base64url')
    expect(bytes).toHaveLength(48)
    const secret = bytes.subarray(16)
    const log = await api.logText()
    const { rows } = await api.db.query<{ line: string }>(
      `select row_to_json(t)::text as line from vault.rate_counters t
       union all select row_to_json(t)::text from vault.credentials t
       union all select row_to_json(t)::text from kernel.jobs t`,
    )
    const everything = [log, ...rows.map(({ line }) => line)].join('\n')
    for (const spelled of [
      token,
      secret.toString('base64url'),
      secret.toString('hex'),
      secret.toString('base64'),
    ])
      expect(everything).not.toContain(spelled)
    expect(log).toContain(createHash('sha256').update(secret).digest('hex'))
  })

  test('is valid for sixty minutes and not a moment longer [ACC-4]', async () => {
    const person = await api.newAccount('Vencida')
    const token = await linkFor(person)
    api.clock.advance(60 * MINUTE_MS - 1)
    const response = await verify(token)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual({ valid: true, email: person.email, message: 'Enlace válido' })
    api.clock.advance(1)
    expect(await (await verify(token)).json()).toEqual({ valid: false, email: null, message: EXPIRED })
    await expectRefused(await reset(token), 400, 'invalid-token')
    expect((await login(person.email, PASSWORD)).status).toBe(200)
  })
})

test('resetting sets the password once, answers a session, and ends all others within 3 s', async () => {
  const person = await api.newAccount('Nueva')
  expect((await api.call('/api/auth/me', { token: person.token })).status).toBe(200)
  const token = await linkFor(person)
  const response = await reset(token)
  expect(response.status).toBe(200)
  const answer = (await response.json()) as { access_token: string; user: unknown }
  expect(answer).toEqual({
    message: 'Contraseña actualizada',
    access_token: expect.any(String) as string,
    user: expect.objectContaining({ id: person.id }) as object,
  })
  expect(user.strict().parse(answer.user).email).toBe(person.email)
  expect((await api.call('/api/auth/me', { token: answer.access_token })).status).toBe(200)
  api.clock.advance(3_000)
  await expectRefused(await api.call('/api/auth/me', { token: person.token }), 401, 'unauthenticated')
  expect((await login(person.email, NEW)).status).toBe(200)
  expect((await login(person.email, PASSWORD)).status).toBe(401)
  await expectRefused(await reset(token, 'Clave-tercera-3'), 400, 'invalid-token')
  expect(await (await verify(token)).json()).toMatchObject({ valid: false, email: null })
  expect((await login(person.email, NEW)).status).toBe(200)
})

/** Another process that serves the same log and the same database. */
let elsewhere: AccessControl

beforeAll(async () => {
  elsewhere = createTestAccessControl(api.clock, api.store, createOpenSessions(api.db, api.clock.now))
})

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

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
  elsewhere.principal('signed-in', `Bearer ${token}`).then(
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

test('changing the password answers a new session, and ends all others at once', async () => {
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

test('changing the password takes the present one', async () => {
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

test('the list of one’s sessions lists device, first and last use, and which one this is', async () => {
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

test('the list of one’s sessions records a use every five minutes, not every call', async () => {
  const person = await api.newAccount('Usa')
  const began = api.clock.now().toISOString()
  const seen = async () => (await listed(person.token))[0]?.seen_at
  api.clock.advance(4 * 60_000)
  expect(await seen()).toBe(began)
  api.clock.advance(60_000)
  await me(person.token)
  await expect.poll(seen).toBe(api.clock.now().toISOString())
})

test('the list of one’s sessions names nobody else’s, none that ended, and none that expired', async () => {
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

test('ending one of one’s sessions by its id ends that one, and no other', async () => {
  const person = await api.newAccount('Termina')
  const lost = await signIn(person, DESKTOP)
  const id = (await listed(person.token)).find(({ device }) => device === 'desktop')!.id
  const response = await end(person.token, id)
  expect([response.status, await response.json()]).toEqual([200, { message: 'Cerraste esa sesión.' }])
  await expectRefused(await askSessions(lost), 401, 'unauthenticated')
  expect((await me(person.token)).status).toBe(200)
  await expectRefused(await end(person.token, id), 404, 'not-found')
})

test('ending one of one’s sessions is refused for somebody else’s, for unknown ids and for what is no id, in the same words', async () => {
  const [mine, others] = [await signIn(api.owner), await signIn(api.admin)]
  const foreign = (await listed(others)).find(({ is_current: isCurrent }) => isCurrent)
  for (const id of [foreign!.id, UNKNOWN_ID, 'x', '%00', "'"])
    await expectRefused(await end(mine, id), 404, 'not-found')
  expect((await me(others)).status).toBe(200)
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
      const { sessionId } = await elsewhere.principal('signed-in', `Bearer ${person.token}`)
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
