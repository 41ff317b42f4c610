import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { me } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { LOG_SEALS_STREAM } from '@app/contracts/events/record.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { createOpenSessions } from '@app/vault/logins/open-sessions.ts'
import { createTestAuthenticator } from '../testing/test-authenticator.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ rateLimits: {} })
})
afterAll(() => api?.close())

const WRONG = 'Equivocada-1'
const rename = ({ token }: Person, name: string) =>
  api.post('/api/auth/me', { name }, { method: 'PUT', token })
const erase = ({ token }: Person, body: object = { password: PASSWORD }) =>
  api.post('/api/auth/me', body, { method: 'DELETE', token })
const read = ({ token }: Person) => api.call('/api/auth/me', { token })
const register = (email: string) =>
  api.post('/api/auth/register', { name: 'Otra Persona', email, password: PASSWORD })
/** Seals come a moment after what they seal. */
const head = async (): Promise<number> => {
  const { rows } = await api.db.query<{ count: number }>(
    'select count(*)::integer as count from log.events where stream <> $1',
    [LOG_SEALS_STREAM],
  )
  return rows[0]!.count
}
/** Of what a person did, or what was done to their account: the test before may be followed up meanwhile. */
const recordedOf = async ({ id }: Person): Promise<number> => {
  const { rows } = await api.db.query<{ count: number }>(
    "select count(*)::integer as count from log.events where stream = $1 or meta->'actor'->>'id' = $2",
    [accountStream(id), id],
  )
  return rows[0]!.count
}
const reasons = () => api.security.map(({ event, account, reason }) => [event, account, reason])

describe('the name of an account', () => {
  test('is changed, and answered by every call that names the account', async () => {
    const person = await api.newAccount('Renata')
    const answer = await rename(person, '  Renata Paz Millán ')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('log-position')).toMatch(/^\d+$/)
    const renamed = me.parse(await answer.json())
    expect(renamed).toMatchObject({ user: { name: 'Renata Paz Millán' }, has_password: true })
    expect(me.parse(await (await read(person)).json())).toEqual(renamed)
    const login = await api.post('/api/auth/login', { email: person.email, password: PASSWORD })
    expect(await login.json()).toMatchObject({ user: { name: 'Renata Paz Millán' } })
  })

  test('is in the read model, and sealed in log and read model', async () => {
    const person = await api.newAccount('Sellada')
    await api.newProfile('sellada', { ownerId: person.id })
    await rename(person, 'Quidel Antimil')
    await api.settle()
    const listed = await (await api.call('/api/admin/profiles', { token: api.admin.token })).json()
    expect(listed).toContainEqual(expect.objectContaining({ slug: 'sellada', user_name: 'Quidel Antimil' }))
    expect(await api.logText()).not.toContain('Quidel')
    const { rows } = await api.db.query('select words from read.accounts where id = $1', [person.id])
    expect(JSON.stringify(rows)).not.toContain('Quidel')
  })

  test('that is the same appends nothing', async () => {
    const person = await api.newAccount('Igual')
    const before = await head()
    expect((await rename(person, 'Igual')).status).toBe(200)
    expect(await head()).toBe(before)
  })

  test.each([
    ['blank', ' \u00a0'],
    ['one sign too long', 'x'.repeat(LIMITS.nameCharsMax + 1)],
    ['of two lines', 'Ana\nSoto'],
  ])('that is %s is refused, and nothing is appended', async (_what, name) => {
    const before = await head()
    await expectRefused(await rename(api.owner, name), 422, 'invalid')
    expect(await head()).toBe(before)
  })

  test('is changed for the security log too, without the name', async () => {
    const person = await api.newAccount('Anotada')
    api.security.splice(0)
    await rename(person, 'Nueva Anotada')
    expect(reasons()).toEqual([['account-renamed', person.id, undefined]])
    expect(JSON.stringify(api.security)).not.toContain('Nueva')
  })
})

describe('an account that its owner deletes', () => {
  test('is gone with its page and its sessions, and its e-mail can be registered again', async () => {
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
    const { rows } = await api.db.query("select from vault.subject_keys where subject like $1 || '%'", [
      `profile-${profile.id}`,
    ])
    expect(rows).toEqual([])
  })

  test('needs the password: the sixth wrong one in 15 minutes is refused, and the right one with it', async () => {
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

  test('without a password was signed in to within the last 10 minutes', async () => {
    const person = await api.newAccount('Externa')
    await write(api.store, api.clock.now(), accountStream(person.id), [{ type: 'PasswordDropped', data: {} }])
    await expectRefused(await read(person), 401, 'unauthenticated')
    // The password's session ended with it; this one began without.
    const token = await sessionOf(person)
    expect(await (await read({ ...person, token })).json()).toMatchObject({ has_password: false })
    api.clock.advance(10 * 60_000 + 1)
    await expectRefused(await erase({ ...person, token }, {}), 403, 'sign-in-again')
    expect((await erase({ ...person, token: await sessionOf(person) }, {})).status).toBe(200)
  })

  test('of the last administrator stays, and the refusal says why', async () => {
    const refused = await erase(api.admin)
    expect(await refused.clone().json()).toMatchObject({
      detail: 'Eres el último administrador activo. Nombra a otro antes de borrar tu cuenta.',
    })
    await expectRefused(refused, 409, 'last-administrator')
    expect((await read(api.admin)).status).toBe(200)
  })
})

/** Begins a session like an external login. */
async function sessionOf({ id }: Person): Promise<string> {
  const { state } = await load(api.store, account, accountStream(id))
  if (state.status !== 'registered') throw new Error('there is no account')
  const sessions = createOpenSessions(api.db, api.clock.now)
  return createTestAuthenticator(api.clock, api.store, sessions).begin(id, state, 'desktop')
}
