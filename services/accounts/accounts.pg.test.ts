import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { session } from '@app/contracts/login.ts'
import { ownSession } from '@app/contracts/own-account.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { ACCOUNT_MAILS } from '@app/contracts/limits/rate-limits.ts'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { newId } from '../kernel/log/ids.ts'
import { readStream } from '../kernel/codec.ts'
import { createAccountIds } from '../kernel/keys/keyed-ids.ts'
import { removeLogins, createCredentials } from './credentials.ts'
import { createOpenSessions } from '../platform/http/access/open-sessions.ts'
import { ID_KEYS, NAMES } from '../kernel/keys/testing/names.ts'
import { issuedCode, answerOf, expectRefused, PHONE } from '../../tests/support/api/test-client.ts'
import { CHEAP_PASSWORDS, PASSWORD, useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { mailedResetToken } from '../../tests/support/api/test-subscriptions.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { hold, waitsForLock } from '../../tests/support/lock-waits.ts'
import type { AccessControl } from '../platform/http/access/access-control.ts'
import { createTestAccessControl } from '../platform/http/testing/test-access-control.ts'

const nothing = async (): Promise<unknown> => undefined
/** Runs once, just before a comparison or a hash is answered. */
let between = nothing
/** Until an answer may go out whose time must not show whether a mail was queued. */
let pause = nothing
beforeEach(() => {
  between = pause = nothing
})
async function meanwhile<Result>(work: Promise<Result>): Promise<Result> {
  const once = between
  between = nothing
  await once()
  return work
}
const api = useTestApi({
  passwords: {
    ...CHEAP_PASSWORDS,
    hash: (typed) => meanwhile(CHEAP_PASSWORDS.hash(typed)),
    matches: async (typed, hash) => meanwhile(CHEAP_PASSWORDS.matches(typed, hash)),
  },
  answerTime: () => pause(),
})

/** Another process that serves the same log and the same database. */
let elsewhere: AccessControl
beforeAll(() => {
  elsewhere = createTestAccessControl(api.clock, api.store, createOpenSessions(api.db, api.clock.now))
})

const NEW = 'Clave-nueva-2'
const DAY_MS = 86_400_000
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const UNKNOWN_ID = '0199a000-0000-7000-8000-000000000001'

const activate = (token: string, code: string) => api.post('/api/auth/activate', { code }, { token })
const register = (email: string, password = PASSWORD, headers = {}) =>
  api.post('/api/auth/register', { name: 'Ana Rojas', email, password }, { headers })
const login = (email: string, password = PASSWORD, userAgent = PHONE) =>
  api.post('/api/auth/login', { email, password }, { headers: { 'user-agent': userAgent } })
const me = (token: string) => api.call('/api/auth/me', { token })
const logOut = (token: string) => api.call('/api/auth/logout', { method: 'POST', token })
const end = (token: string, id: string) => api.call(`/api/auth/sessions/${id}`, { method: 'DELETE', token })
const change = (token: string, typed: object = {}) => {
  const body = { current_password: PASSWORD, new_password: NEW, confirm_password: NEW, ...typed }
  return api.post('/api/auth/change-password', body, { token })
}
const forgot = (email: string) => api.post('/api/auth/forgot-password', { email })
const verify = async (token: string) =>
  (await api.call(`/api/auth/verify-reset-token/${encodeURIComponent(token)}`)).json()
const reset = (token: string, password = NEW) =>
  api.post('/api/auth/reset-password', { token, new_password: password, confirm_password: password })
const linkFor = ({ email }: Person) => mailedResetToken(api, email)
const tokenIn = async (response: Response) => session.parse(await response.json()).access_token
const signIn = async ({ email }: Person, userAgent?: string) =>
  tokenIn(await login(email, PASSWORD, userAgent))
const idOf = createAccountIds(ID_KEYS)
const eventsOf = (id: string) => readStream(api.store, accountStream(id))
const happens = (id: string, ...events: readonly DomainEvent[]) => api.write(accountStream(id), ...events)
const hasEnded = async (token: string) => expectRefused(await me(token), 401, 'unauthenticated')
const rowsOf = async (id: string, table = 'sessions'): Promise<number> =>
  (await api.db.query(`select from vault.${table} where account_id = $1`, [id])).rowCount ?? 0
async function listed(token: string) {
  const response = await api.call('/api/auth/sessions', { token })
  expect(response.status).toBe(200)
  return ownSession
    .strict()
    .array()
    .parse(await response.json())
}
const isGoodElsewhere = (token: string): Promise<boolean> =>
  elsewhere.principal('signed-in', `Bearer ${token}`).then(
    () => true,
    () => false,
  )

describe('an activation', () => {
  test('makes the first profile, opens what needed it at once, and is told to the security log', async () => {
    const { id, email, token } = await api.newAccount('Matilde', { isActivated: false })
    const code = await issuedCode(api, { max_profiles: 5 })
    await expectRefused(await api.call('/api/profiles/me', { token }), 403, 'needs_activation')
    api.security.splice(0)
    for (const typed of ['ABCD-EFGH-JKLM', '../account-1'])
      await expectRefused(await activate(token, typed), 422, 'invalid-code')
    const response = await activate(token, code)
    const failed = { event: 'activation-failed', account: id, reason: 'invalid-code' }
    expect(api.security).toMatchObject([failed, failed, { event: 'activated', account: id }])
    expect(JSON.stringify(api.security)).not.toMatch(new RegExp(`ABCD|${code.slice(0, 4)}`))
    expect((await api.call('/api/profiles/me', { token })).status).toBe(200)
    const answer = (await response.json()) as { access_token: string }
    expect(answer).toMatchObject({
      message: 'Cuenta activada',
      user: { id, name: 'Matilde', email, activation_used: true, profiles_count: 1, max_profiles: 5 },
      profile_url: 'https://tarjeta.example/pages/matilde',
    })
    expect(await (await me(answer.access_token)).json()).toMatchObject({ needs_activation: false })
    // The same again answers the same, however it is typed, and another code is not used up.
    const before = await api.store.log.headPosition()
    const again = await activate(token, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
    expect(await again.json()).toEqual({ ...answer, access_token: expect.any(String) as string })
    expect(await api.store.log.headPosition()).toBe(before)
    const second = await issuedCode(api)
    await expectRefused(await activate(token, second), 409, 'already-activated')
    expect(await readStream(api.store, activationCodeStream(NAMES.activationCode(second)))).toHaveLength(1)
  })

  test('answers no session if all sessions were ended meanwhile', async () => {
    const { id, token } = await api.newAccount('Atacada', { isActivated: false })
    const code = await issuedCode(api)
    const held = await hold(api.db, 'lock table vault.rate_counters in access exclusive mode')
    const answer = activate(token, code)
    expect(await waitsForLock(api.db, answer)).toBe(true)
    await happens(id, { type: 'PasswordDropped', data: {} })
    await held.rollback()
    expect((await answer).status).toBe(200)
    await hasEnded(((await (await answer).json()) as { access_token: string }).access_token)
  })
})

describe('a registration', () => {
  test('creates an account that is to be activated, whatever rights are sent along [ACC-14]', async () => {
    const email = 'ana@correo.example'
    const rights = { is_admin: true, max_profiles: 99, activation_used: true }
    const typed = { name: 'Ana Rojas', email, password: PASSWORD }
    const response = await api.post('/api/auth/register', { ...typed, ...rights })
    expect(response.headers.get('log-position')).toMatch(/^\d+$/)
    const { user, access_token, ...rest } = session.strict().parse(await response.json())
    expect(user).toEqual({
      id: idOf(email),
      name: 'Ana Rojas',
      email,
      is_admin: false,
      is_active: true,
      activation_used: false,
      profiles_count: 0,
      max_profiles: 1,
    })
    expect(rest).toEqual({ profile_url: null, needs_activation: true })
    expect(await (await me(access_token)).json()).toEqual({ user, ...rest, has_password: true })
    expect(await eventsOf(user.id)).toMatchObject([
      { type: 'AccountRegistered', data: { name: 'Ana Rojas', consent: REGISTER_CONSENT } },
    ])
    const text = await api.logText()
    for (const word of ['ana@correo', 'Rojas', PASSWORD, '$2b$']) expect(text).not.toContain(word)
  })

  test('that is sent again under its key opens its account for the same password alone [LOG-9]', async () => {
    const email = 'otra-vez@correo.example'
    const press = (password: string) => register(email, password, { 'idempotency-key': 'one press' })
    await press(PASSWORD)
    expect(await (await press(PASSWORD)).json()).toMatchObject({ user: { id: idOf(email) } })
    await expectRefused(await press(NEW), 409, 'email-taken')
    expect(await rowsOf(idOf(email), 'credentials')).toBe(1)
    expect((await login(email, NEW)).status).toBe(401)
  })

  test('of an address that somebody else takes meanwhile is refused, and its password goes', async () => {
    const email = 'disputada@correo.example'
    between = () =>
      happens(idOf(email), { type: 'AccountRegistered', data: { name: 'A', email, credentialId: newId() } })
    await expectRefused(await register(email), 409, 'email-taken')
    expect(await rowsOf(idOf(email), 'credentials')).toBe(0)
  })
})

describe('a forgotten password', () => {
  test('of an address that nobody has brings no mail, and the same answer byte for byte [ACC-5]', async () => {
    const { email } = await api.newAccount('Olvido')
    const sent = api.mails.length
    // Another spelling of the address goes to the registered one.
    const typed = [`  ${email.toUpperCase()} `, 'nadie@tarjeta.example', 'no es un correo']
    const [known, ...others] = await Promise.all(typed.map(async (one) => answerOf(await forgot(one))))
    expect(known).toMatchObject({
      status: 200,
      body: '{"message":"Si el correo existe, te enviamos un enlace."}',
    })
    expect(others).toEqual([known, known])
    await eventually(() => expect(api.mails).toHaveLength(sent + 1))
    expect(api.mails.at(-1)).toMatchObject({ to: email, text: expect.stringMatching(/Olvido[^]*60 minutos/) })
  })

  test('is answered after a time that does not depend on an account', async () => {
    const moments: (() => void)[] = []
    pause = () => new Promise((resolve) => moments.push(() => resolve(undefined)))
    for (const email of [api.owner.email, 'nadie@tarjeta.example']) {
      let isAnswered = false
      const answer = forgot(email).finally(() => (isAnswered = true))
      await expect.poll(() => moments).toHaveLength(1)
      // One that came later, and whose moment has come, is answered meanwhile.
      const later = forgot(email)
      await expect.poll(() => moments).toHaveLength(2)
      moments.pop()?.()
      expect((await later).status).toBe(200)
      expect(isAnswered).toBe(false)
      moments.pop()?.()
      expect((await answer).status).toBe(200)
    }
  })

  test('brings a mailbox in any spelling five mails an hour, ten a day, and then one an hour [MAIL-9]', async () => {
    const { email } = await api.newAccount('Sitiada')
    const [local, domain] = email.split('@')
    const spellings = ['', '+1', '+2', '+3', '+4', '+5'].map((tag) =>
      `${local}${tag}@${domain}`.toUpperCase(),
    )
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
})

describe('a link to a new password', () => {
  test('is stored nowhere [ACC-4]', async () => {
    const token = await linkFor(await api.newAccount('Secreta'))
    const secret = Buffer.from(token, 'base64url').subarray(20)
    const { rows } = await api.db.query<{ line: string }>(
      `select row_to_json(t)::text as line from vault.credentials t
       union all select row_to_json(t)::text from kernel.jobs t`,
    )
    const log = await api.logText()
    const everything = [log, ...rows.map(({ line }) => line)].join('\n')
    const forms = (['base64url', 'hex', 'base64'] as const).map((form) => secret.toString(form))
    for (const text of [token, ...forms]) expect(everything).not.toContain(text)
  })

  test('sets the password once within sixty minutes, answers a session, and ends all others [ACC-4]', async () => {
    const person = await api.newAccount('Nueva')
    const late = await linkFor(person)
    api.clock.advance(60 * 60_000)
    const invalid = {
      valid: false,
      email: null,
      message: 'El enlace no es válido o ha expirado. Solicita uno nuevo.',
    }
    expect(await verify(late)).toEqual(invalid)
    await expectRefused(await reset(late), 400, 'invalid-token')
    const token = await linkFor(person)
    api.clock.advance(60 * 60_000 - 1)
    expect(await verify(token)).toEqual({ valid: true, email: person.email, message: 'Enlace válido' })
    expect(await verify('x')).toMatchObject({ valid: false, message: 'Token inválido' })
    const answer = (await (await reset(token)).json()) as { access_token: string }
    expect(answer).toMatchObject({ message: 'Contraseña actualizada', user: { id: person.id } })
    expect((await me(answer.access_token)).status).toBe(200)
    await hasEnded(person.token)
    expect([(await login(person.email, NEW)).status, (await login(person.email)).status]).toEqual([200, 401])
    await expectRefused(await reset(token, 'Clave-tercera-3'), 400, 'invalid-token')
  })

  test('sets the password of a deactivated account, and opens nothing', async () => {
    const { id, email } = await api.newAccount('Cerrada')
    const token = await mailedResetToken(api, email)
    await happens(id, { type: 'AccountDeactivated', data: {} })
    expect(await (await reset(token)).json()).toEqual({
      message: 'Contraseña actualizada. Tu cuenta sigue desactivada: escríbenos para reactivarla.',
    })
  })
})

describe('a changed password', () => {
  test('takes the present one, answers a new session, ends all others at once, and is the only one kept', async () => {
    const person = await api.newAccount('Cambiada')
    const phone = await signIn(person)
    await expectRefused(
      await change(person.token, { current_password: 'Otra-clave-3' }),
      401,
      'wrong-credentials',
    )
    expect((await me(person.token)).status).toBe(200)
    const fresh = await tokenIn(await change(person.token))
    expect((await me(fresh)).status).toBe(200)
    for (const token of [person.token, phone]) await hasEnded(token)
    expect((await eventsOf(person.id)).at(-1)).toMatchObject({
      type: 'PasswordChanged',
      data: { by: 'owner' },
    })
    expect([(await login(person.email, NEW)).status, (await login(person.email)).status]).toEqual([200, 401])
    expect(await rowsOf(person.id, 'credentials')).toBe(1)
  })

  test('removes none that another call is about to name', async () => {
    const { id, email, token } = await api.newAccount('Doble')
    const coming = newId()
    const hash = await CHEAP_PASSWORDS.hash('Clave-que-viene-4')
    between = () => createCredentials(api.db, api.clock.now).add(id, coming, hash)
    expect((await change(token)).status).toBe(200)
    await happens(id, { type: 'PasswordChanged', data: { by: 'reset', credentialId: coming } })
    expect((await login(email, 'Clave-que-viene-4')).status).toBe(200)
  })

  test('is refused where it is weak: registered, reset by a link, which stays good, or changed', async () => {
    const detail = `Esta contraseña se parece a tu correo o a ${PRODUCT.name}. Agrégale otra palabra, de 4 letras o más.`
    const isWeak = async (response: Response, field: string) =>
      expect([response.status, await response.json()]).toEqual([422, { code: 'invalid', field, detail }])
    await isWeak(await register('debil@correo.example', `${PRODUCT.name}2026`), 'password')
    const person = await api.newAccount('Restaura')
    const weak = { new_password: 'Restaura-1', confirm_password: 'Restaura-1' }
    await isWeak(await change(person.token, weak), 'new_password')
    const token = await linkFor(person)
    await isWeak(await reset(token, 'Restaura-1'), 'new_password')
    expect((await reset(token)).status).toBe(200)
  })
})

describe('signing in', () => {
  test('with an unknown address and a wrong password is answered alike, byte for byte [ACC-5]', async () => {
    const { email } = api.admin
    const wrong = await answerOf(await login(email, 'Otra-clave-2'))
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('wrong-credentials') as string })
    for (const [typed, password] of [
      ['nadie@tarjeta.example', PASSWORD],
      ['no es un correo', PASSWORD],
      [email, `${PASSWORD} `],
      [email, PASSWORD.toLowerCase()],
      [email, `${PASSWORD}\u0000`],
      [email, PASSWORD.padEnd(73, 'x')],
    ] as const)
      expect(await answerOf(await login(typed, password))).toEqual(wrong)
  })

  test('is refused to a deactivated account as such, but only with its password', async () => {
    const { id, email } = await api.newAccount('Deactivated')
    await happens(id, { type: 'AccountDeactivated', data: {} })
    await expectRefused(await login(email), 403, 'account-inactive')
    const wrong = await answerOf(await login(email, 'Otra-clave-2'))
    expect(wrong).toEqual(await answerOf(await login('nadie@tarjeta.example')))
  })

  test('with a password that is changed while it is compared opens nothing', async () => {
    const { id, email } = await api.newAccount('Lenta')
    between = () => happens(id, { type: 'PasswordChanged', data: { by: 'reset', credentialId: newId() } })
    await expectRefused(await login(email), 401, 'wrong-credentials')
  })
})

describe('sessions', () => {
  test('are all ended at once by their owner, and nobody else’s [ACC-3]', async () => {
    const person = await api.newAccount('Cierra')
    const phone = await signIn(person)
    const response = await api.call('/api/auth/close-sessions', { method: 'POST', token: person.token })
    expect(await response.json()).toEqual({ message: 'Cerraste todas tus sesiones.' })
    expect((await eventsOf(person.id)).at(-1)).toMatchObject({
      type: 'SessionsClosed',
      data: { by: 'owner' },
    })
    for (const token of [person.token, phone]) await hasEnded(token)
    expect((await me(await signIn(person))).status).toBe(200)
    expect((await me(api.owner.token)).status).toBe(200)
  })

  test('end by signing out in every process within 3 s, and no other with them [ACC-3]', async () => {
    const person = await api.newAccount('Sale')
    const other = await signIn(person)
    expect(await isGoodElsewhere(person.token)).toBe(true)
    // Twice at once is no error of the product.
    const answers = await Promise.all([logOut(person.token), logOut(person.token)])
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    expect(await answers.find(({ status }) => status === 200)?.json()).toEqual({
      message: 'Cerraste tu sesión.',
    })
    await hasEnded(person.token)
    api.clock.advance(3_000)
    expect(await isGoodElsewhere(person.token)).toBe(false)
    expect([(await me(other)).status, await isGoodElsewhere(other)]).toEqual([200, true])
  })

  test('are listed with device, first and last use each five minutes, and which one this is', async () => {
    const person = await api.newAccount('Lista')
    const began = api.clock.now().toISOString()
    api.clock.advance(4 * 60_000)
    const desktop = await signIn(person, DESKTOP)
    const at = api.clock.now().toISOString()
    const id = expect.any(String) as string
    const phone = { id, device: 'iphone', began_at: began, seen_at: began, is_current: false }
    const here = { id, device: 'desktop', began_at: at, seen_at: at, is_current: true }
    expect(await listed(desktop)).toEqual([here, phone])
    // Not each use is written.
    expect(await listed(person.token)).toEqual([
      { ...here, is_current: false },
      { ...phone, is_current: true },
    ])
    api.clock.advance(60_000)
    await me(person.token)
    const newest = async () => (await listed(desktop))[0]
    await expect.poll(newest).toMatchObject({ device: 'iphone', seen_at: api.clock.now().toISOString() })
  })

  test('are ended by their ids, and nobody else’s: an unknown id is answered in the same words', async () => {
    const person = await api.newAccount('Termina')
    const lost = await signIn(person, DESKTOP)
    const id = (await listed(person.token)).find(({ device }) => device === 'desktop')!.id
    const theirs = await signIn(api.admin)
    for (const other of [(await listed(theirs))[0]!.id, UNKNOWN_ID, 'x', '%00', "'"])
      await expectRefused(await end(person.token, other), 404, 'not-found')
    expect((await me(theirs)).status).toBe(200)
    expect(await (await end(person.token, id)).json()).toEqual({ message: 'Cerraste esa sesión.' })
    await hasEnded(lost)
    expect((await me(person.token)).status).toBe(200)
    await expectRefused(await end(person.token, id), 404, 'not-found')
  })

  const fill = ({ id }: Person, count: number) =>
    api.db.query(
      `insert into vault.sessions (id, account_id, session_version, device, began_at, seen_at, ends_at)
       select ('00000000' || substr(gen_random_uuid()::text, 9))::uuid, $1, 0, 'tablet', $2, $2, $3 from generate_series(1, $4::int)`,
      [id, api.clock.now(), new Date(api.clock.now().getTime() + DAY_MS), count],
    )

  test('have a number: one more ends the one that was used longest ago [LIM-11]', async () => {
    const person = await api.newAccount('Muchas')
    api.clock.advance(1_000)
    await fill(person, LIMITS.sessionsOfAccountMax - 1)
    const last = await signIn(person)
    expect(await rowsOf(person.id)).toBe(LIMITS.sessionsOfAccountMax)
    await hasEnded(person.token)
    expect(await listed(last)).toHaveLength(LIMITS.sessionsOfAccountMax)
  })

  test('begin while another sign-in ends the same surplus ones [LIM-11]', async () => {
    const person = await api.newAccount('A la vez')
    await fill(person, LIMITS.sessionsOfAccountMax + 1)
    await hold(api.db, 'select from vault.sessions where account_id = $1 for update', [person.id])
    await signIn(person)
  })

  test('are removed with the account, and when they have expired', async () => {
    const person = await api.newAccount('Expira')
    const other = await api.newAccount('Borrada')
    await removeLogins(api.db, other.id)
    expect([await rowsOf(person.id), await rowsOf(other.id)]).toEqual([1, 0])
    api.clock.advance(LIMITS.sessionDays * DAY_MS)
    await createOpenSessions(api.db, api.clock.now).removeExpired()
    expect(await rowsOf(person.id)).toBe(0)
  })
})
