import { expect, test } from 'vitest'
import { me, session } from '@app/contracts/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { account } from './account.ts'
import { load } from '../kernel/commands.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { PASSWORD, useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { createOpenSessions } from '../platform/http/access/open-sessions.ts'
import { createTestAccessControl } from '../platform/http/testing/test-access-control.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { write } from '../../tests/support/api/test-log.ts'
import { longTest } from '../../tests/support/longer-runs.ts'
import { issuedCode } from '../../tests/support/api/issued-code.ts'

const api = useTestApi({ rateLimits: {} })

const WRONG = 'Equivocada-1'
const rename = ({ token }: Person, name: string) =>
  api.post('/api/auth/me', { name }, { method: 'PUT', token })
const erase = ({ token }: Person, body: object = { password: PASSWORD }) =>
  api.post('/api/auth/me', body, { method: 'DELETE', token })
const read = ({ token }: Person) => api.call('/api/auth/me', { token })
const register = (email: string) =>
  api.post('/api/auth/register', { name: 'Otra Persona', email, password: PASSWORD })
/** Of what a person did, or what was done to their account: the test before may be followed up meanwhile. */
const recordedOf = async ({ id }: Person): Promise<number> => {
  const { rows } = await api.db.query<{ count: number }>(
    "select count(*)::integer as count from log.events where stream = $1 or meta->'actor'->>'id' = $2",
    [accountStream(id), id],
  )
  return rows[0]!.count
}
const reasons = () => api.security.map(({ event, account, reason }) => [event, account, reason])

test('the name of an account is changed, answered by every call that names the account, and sealed in log and read model', async () => {
  const person = await api.newAccount('Renata')
  await api.newProfile('sellada', { ownerId: person.id })
  api.security.splice(0)
  const answer = await rename(person, '  Quidel Antimil ')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('log-position')).toMatch(/^\d+$/)
  const renamed = me.parse(await answer.json())
  expect(renamed).toMatchObject({ user: { name: 'Quidel Antimil' }, has_password: true })
  expect(me.parse(await (await read(person)).json())).toEqual(renamed)
  expect(reasons()).toEqual([['account-renamed', person.id, undefined]])
  expect(JSON.stringify(api.security)).not.toContain('Quidel')
  const login = await api.post('/api/auth/login', { email: person.email, password: PASSWORD })
  expect(await login.json()).toMatchObject({ user: { name: 'Quidel Antimil' } })
  await api.settle()
  const listed = await (await api.call('/api/admin/profiles', { token: api.admin.token })).json()
  expect(listed).toContainEqual(expect.objectContaining({ slug: 'sellada', user_name: 'Quidel Antimil' }))
  expect(await api.logText()).not.toContain('Quidel')
  const { rows } = await api.db.query('select words from read.accounts where id = $1', [person.id])
  expect(JSON.stringify(rows)).not.toContain('Quidel')
})

test('an account that its owner deletes is gone with its page and its sessions, and its e-mail can be registered again', async () => {
  const person = await api.newAccount('Borrable')
  const profile = await api.newProfile('borrable', { ownerId: person.id, details: { name: 'Huaiquil' } })
  expect((await api.call('/api/public/profile/borrable')).status).toBe(200)
  api.security.splice(0)
  const answer = await erase(person)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { message: 'Borramos tu cuenta y todo lo que era tuyo.' },
  ])
  expect(reasons()).toEqual([['account-erased', person.id, undefined]])
  await expectRefused(await read(person), 401, 'unauthenticated')
  await expectRefused(
    await api.post('/api/auth/login', { email: person.email, password: PASSWORD }),
    401,
    'wrong-credentials',
  )
  await api.settle()
  await expectRefused(await api.call('/api/public/profile/borrable'), 404, 'profile-not-found')
  const opened = JSON.stringify((await wholeLog(api.store)).map(({ data }) => data))
  expect(opened).not.toContain('Huaiquil')
  expect(opened).not.toContain(person.email)
  expect((await register(person.email)).status).toBe(200)
  const { rows } = await api.db.query("select from vault.subjects where subject like $1 || '%'", [
    `profile-${profile.id}`,
  ])
  expect(rows).toEqual([])
})

test('an account that its owner deletes needs the password: the sixth wrong one in 15 minutes is refused, and the right one with it', async () => {
  const person = await api.newAccount('Cuidada')
  const before = await recordedOf(person)
  api.security.splice(0)
  for (let n = 0; n < 5; n += 1) {
    const body = n === 0 ? {} : { password: WRONG }
    const refused = await erase(person, body)
    expect(await refused.clone().json()).toMatchObject({ field: 'password' })
    await expectRefused(refused, 401, 'wrong-credentials')
  }
  const sixth = await erase(person)
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectRefused(sixth, 429, 'too-many')
  expect(await recordedOf(person)).toBe(before)
  expect(reasons().map(([event]) => event)).toEqual([
    ...Array.from({ length: 5 }, () => 'account-erasure-failed'),
    'throttled',
  ])
  expect((await read(person)).status).toBe(200)
  api.clock.advance(15 * 60_000)
  expect((await erase(person)).status).toBe(200)
})

longTest(
  'an account that its owner deletes without a password was signed in to within the last 10 minutes',
  async () => {
    const person = await api.newAccount('Externa')
    await write(api.store, api.clock.now(), accountStream(person.id), [{ type: 'PasswordDropped', data: {} }])
    await expectRefused(await read(person), 401, 'unauthenticated')
    // The password's session ended with it; this one began without.
    const token = await sessionOf(person)
    expect(await (await read({ ...person, token })).json()).toMatchObject({ has_password: false })
    api.clock.advance(10 * 60_000 + 1)
    await expectRefused(await erase({ ...person, token }, {}), 403, 'sign-in-again')
    expect((await erase({ ...person, token: await sessionOf(person) }, {})).status).toBe(200)
  },
)

/** Begins a session like an external login. */
async function sessionOf({ id }: Person): Promise<string> {
  const { state } = await load(api.store, account, accountStream(id))
  if (state.status !== 'registered') throw new Error('there is no account')
  const sessions = createOpenSessions(api.db, api.clock.now)
  return createTestAccessControl(api.clock, api.store, sessions).begin(id, state, 'desktop')
}

const NAME = 'Persona Nueva'
interface Registered {
  readonly id: string
  readonly token: string
}

async function join(email: string, name = NAME): Promise<Registered> {
  const answer = await api.post('/api/auth/register', { name, email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const { access_token: token, user } = session.parse(await answer.json())
  return { id: user.id, token }
}
/** A whole life: a card, changes, logins, an erasure. */
async function live(email: string): Promise<Registered> {
  const person = await join(email, 'Persona Vieja')
  const { token } = person
  await api.post('/api/auth/activate', { code: await issuedCode(api) }, { token })
  await api.post('/api/auth/me', { name: 'Persona Antigua' }, { method: 'PUT', token })
  await api.post('/api/auth/forgot-password', { email })
  const erased = await api.post('/api/auth/me', { password: PASSWORD }, { method: 'DELETE', token })
  expect(erased.status).toBe(200)
  await api.settle()
  return person
}

const CALLS: Readonly<
  Record<string, (email: string, person: Registered, code: string) => Promise<Response>>
> = {
  'of who I am': (_email, { token }) => api.call('/api/auth/me', { token }),
  'of a second registration': (email) =>
    api.post('/api/auth/register', { name: NAME, email, password: PASSWORD }),
  'of a login': (email) => api.post('/api/auth/login', { email, password: PASSWORD }),
  'of a wrong password': (email) => api.post('/api/auth/login', { email, password: 'Equivocada-1' }),
  'of a changed name': (_email, { token }) =>
    api.post('/api/auth/me', { name: 'Otro Nombre' }, { method: 'PUT', token }),
  'of the sessions': (_email, { token }) => api.call('/api/auth/sessions', { token }),
  'of an activation': (_email, { token }, code) => api.post('/api/auth/activate', { code }, { token }),
  'of the profiles': (_email, { token }) => api.call('/api/profiles/me', { token }),
  'of new requests for a link to one’s data': (email) => api.post('/api/rights/link', { email }),
  'of closed sessions': (_email, { token }) => api.post('/api/auth/close-sessions', {}, { token }),
  'of a forgotten password': (email) => api.post('/api/auth/forgot-password', { email }),
}

const claimsOf = (token: string): string => Buffer.from(token.split('.')[1]!, 'base64url').toString()
/** Without what differs between any two accounts. */
const comparable = (text: string, email: string): string =>
  text
    .replaceAll(/ey[\w-]+\.[\w-]+\.[\w-]+/g, claimsOf)
    .replaceAll(email, 'E')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'U')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T')
    .replaceAll(/"(exp|iat)":\d+/g, '"$1":N')
    // A random part, where the name is taken.
    .replaceAll(/otro-nombre-\w{4}/g, 'otro-nombre')

async function answersTo(email: string): Promise<readonly (readonly [string, number, string, string])[]> {
  const code = await issuedCode(api)
  const person = await join(email)
  const answers: [string, number, string, string][] = []
  for (const [name, call] of Object.entries(CALLS)) {
    const answer = await call(email, person, code)
    const headers = [...answer.headers.keys()].filter((header) => header !== 'content-length').join(' ')
    answers.push([name, answer.status, headers, comparable(await answer.text(), email)])
  }
  return answers
}

longTest(
  'every answer to a fresh account of a mailbox is the same, whether its mailbox had one before or not [ACC-5, PRIV-5]',
  async () => {
    const [never, once] = ['nunca@correo.example', 'antes@correo.example']
    await live(once)
    const expected = await answersTo(never)
    expect(expected.map(([, status]) => status)).toEqual([
      200, 409, 200, 401, 200, 200, 200, 200, 200, 200, 200,
    ])
    expect(await answersTo(once)).toEqual(expected)
  },
)

test('a registration that is sent again under its key does not bring an erased account back [PRIV-5]', async () => {
  const email = 'una-vez@correo.example'
  const press = () =>
    api.post(
      '/api/auth/register',
      { name: NAME, email, password: PASSWORD },
      { headers: { 'idempotency-key': 'one press' } },
    )
  const { access_token: token } = session.parse(await (await press()).json())
  await api.post('/api/auth/me', { password: PASSWORD }, { method: 'DELETE', token })
  await expectRefused(await press(), 409, 'email-taken')
  await join(email)
})
