import { LIMITS_OF_CALLS } from '@app/contracts/limits/rate-limits.ts'
import { describe, expect, test } from 'vitest'
import { me } from '@app/contracts/auth-calls.ts'
import { session } from '@app/contracts/login.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { RegisteredAccount } from './account-state.ts'
import { account } from './account.ts'
import { readStream } from '../kernel/codec.ts'
import { load } from '../kernel/commands.ts'
import { PASSWORD, useTestApi, type Person } from '../../tests/support/api/test-api.ts'
import { createOpenSessions } from '../platform/http/access/open-sessions.ts'
import { createTestAccessControl } from '../platform/http/testing/test-access-control.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { eventually } from '../../tests/support/eventually.ts'

const api = useTestApi({ rateLimits: LIMITS_OF_CALLS })

const WRONG = 'Equivocada-1'
const erase = ({ token }: Pick<Person, 'token'>, body: object = { password: PASSWORD }) =>
  api.post('/api/auth/me', body, { method: 'DELETE', token })
const read = ({ token }: Person) => api.call('/api/auth/me', { token })
/** Events by a person and of their account: the test before may be followed up meanwhile. */
const recordedOf = async ({ id }: Person): Promise<number> => {
  const { rows } = await api.db.query<{ count: number }>(
    "select count(*)::integer as count from log.events where stream = $1 or meta->'actor'->>'id' = $2",
    [accountStream(id), id],
  )
  return rows[0]!.count
}
const reasons = () => api.security.map(({ event, account, reason }) => [event, account, reason])

test('the name of an account is changed, and answered by every call that names the account', async () => {
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
  await api.settle()
  const listed = await (await api.call('/api/admin/profiles', { token: api.admin.token })).json()
  expect(listed).toContainEqual(expect.objectContaining({ slug: 'sellada', user_name: 'Quidel Antimil' }))
  expect(await api.logText()).not.toContain('Quidel')
})

test('an account that its owner deletes is gone with its page and its sessions, and its e-mail can be registered again', async () => {
  const person = await api.newAccount('Borrable')
  await api.newProfile('borrable', { ownerId: person.id })
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
  await join(person.email)
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

test('an account that its owner deletes without a password was signed in to within the last 10 minutes', async () => {
  const person = await api.newAccount('Externa')
  await api.write(accountStream(person.id), { type: 'PasswordDropped', data: {} })
  await expectRefused(await read(person), 401, 'unauthenticated')
  const sessions = createOpenSessions(api.db, api.clock.now)
  const accessControl = createTestAccessControl(api.clock, api.store, sessions)
  /** Begins a session like an external login. */
  const signIn = async () => {
    const { state } = await load(api.store, account, accountStream(person.id))
    return { ...person, token: await accessControl.begin(person.id, state as RegisteredAccount, 'desktop') }
  }
  const early = await signIn()
  expect(await (await read(early)).json()).toMatchObject({ has_password: false })
  api.clock.advance(10 * 60_000 + 1)
  await expectRefused(await erase(early, {}), 403, 'sign-in-again')
  expect((await erase(await signIn(), {})).status).toBe(200)
})

describe('an e-mail', () => {
  const login = async (email: string) =>
    (await api.post('/api/auth/login', { email, password: PASSWORD })).status
  const ask = ({ token }: Person, body: object) => api.post('/api/auth/email', body, { token })
  async function codesFor(person: Person, email: string): Promise<readonly string[]> {
    expect(await (await ask(person, { email })).json()).toMatchObject({ is_changed: false })
    const codeTo = async (mailbox: string) => {
      const mails = () => api.mails.filter(({ to, text }) => to === mailbox && /^\d{8}$/m.test(text))
      await eventually(() => expect(mails()).toHaveLength(1))
      return /^\d{8}$/m.exec(mails()[0]!.text)![0]
    }
    return [await codeTo(person.email), await codeTo(email)]
  }

  test('is changed once both mailboxes have confirmed it, and signs in from then on', async () => {
    const person = await api.newAccount('Gala')
    const email = 'gala@nueva.example'
    const [code, newCode] = await codesFor(person, email)
    const codes = { email, code: ` ${code!.slice(0, 4)} ${code!.slice(4)}`, new_code: newCode }
    for (const typed of [
      { ...codes, code: newCode, new_code: code },
      { ...codes, new_code: code },
      { ...codes, code: '00000000' },
      { ...codes, email: 'gala@otra.example' },
      { email: person.email },
    ])
      await expectRefused(await ask(person, typed), 422, 'invalid')
    await expectRefused(await ask(await api.newAccount('Hugo'), codes), 422, 'invalid')
    await expectRefused(await ask(person, { email: api.owner.email }), 409, 'email-taken')
    expect(await (await ask(person, codes)).json()).toMatchObject({ is_changed: true })
    expect(await (await read(person)).json()).toMatchObject({ user: { id: person.id, email } })
    expect([await login(person.email), await login(email)]).toEqual([401, 200])
    const event = { event: 'email-changed', account: person.id }
    expect(api.security).toContainEqual(expect.objectContaining(event))
    // The codes are used up, though the person may go back.
    await expectRefused(await ask(person, codes), 422, 'invalid')
  })

  test('that an administrator changes is recorded, and a line goes to the former mailbox', async () => {
    const { id, email } = await api.newAccount('Julia')
    const next = { email: 'julia@nueva.example' }
    const answer = await api.post(`/api/admin/users/${id}`, next, { method: 'PUT', token: api.admin.token })
    expect(await answer.json()).toMatchObject({ id, ...next })
    expect((await readStream(api.store, accountStream(id))).at(-1)).toMatchObject({
      type: 'EmailChanged',
      data: { previousEmail: email, by: 'admin' },
      meta: { actor: { kind: 'admin', id: api.admin.id } },
    })
    expect([await login(email), await login(next.email)]).toEqual([401, 200])
    const line = { to: email, subject: 'Tu cuenta usa otro correo' }
    await eventually(() => expect(api.mails.at(-1)).toMatchObject(line))
    expect(await api.logText()).not.toContain('julia@nueva')
  })
})

test('without a provider there is no external login', async () => {
  const methods = await api.call('/api/auth/methods')
  expect(await methods.json()).toEqual({ password: true, external: null })
  for (const path of ['start', 'callback', 'callback?code=1&state=2']) {
    const response = await api.call(`/api/auth/external/${path}`)
    expect(response.headers.get('set-cookie')).toBeNull()
    await expectRefused(response, 404, 'not-found')
  }
})

interface Registered {
  readonly id: string
  readonly token: string
}
async function join(email: string, name = 'Persona Nueva'): Promise<Registered> {
  const answer = await api.post('/api/auth/register', { name, email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const { access_token: token, user } = session.parse(await answer.json())
  return { id: user.id, token }
}
const rename = ({ token }: Pick<Person, 'token'>, name: string) =>
  api.post('/api/auth/me', { name }, { method: 'PUT', token })

test('a registration that is sent again under its key does not bring an erased account back [PRIV-5]', async () => {
  const email = 'una-vez@correo.example'
  const typed = { name: 'Persona Nueva', email, password: PASSWORD }
  const press = () => api.post('/api/auth/register', typed, { headers: { 'idempotency-key': 'one press' } })
  const { access_token: token } = session.parse(await (await press()).json())
  await erase({ token })
  await expectRefused(await press(), 409, 'email-taken')
  await join(email)
})
