import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { SECRETS } from '../../../tests/support/api/test-backend.ts'
import { answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** Within this time every process knows the account's last events. */
const KNOWN_MS = 3_000
const DAY_MS = 86_400_000

const login = (email: string, password = PASSWORD) => api.post('/api/auth/login', { email, password })
const profilesFor = (token: string | undefined) => api.call('/api/admin/profiles', { token })
/** The whole answer, without the number of remaining tries, which falls with every try. */
async function said(response: Response): Promise<object> {
  const headers = new Headers([...response.headers].filter(([name]) => name !== 'ratelimit'))
  return answerOf(new Response(response.body, { status: response.status, headers }))
}
const happened = (person: Person, event: DomainEvent) =>
  write(api.store, api.clock.now(), accountStream(person.id), [event])

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

  test('an e-mail is one address however it is typed', async () => {
    for (const email of [api.admin.email.toUpperCase(), `  ${api.admin.email} `, 'Admin@Tarjeta.Example']) {
      expect((await login(email)).status).toBe(200)
    }
  })

  test('an unknown address and a wrong password are answered alike, byte for byte [ACC-5]', async () => {
    const wrong = await said(await login(api.admin.email, 'Otra-clave-2'))
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('wrong-credentials') as string })
    for (const [email, password] of [
      ['nadie@tarjeta.example', PASSWORD],
      ['no es un correo', PASSWORD],
      [api.admin.email, `${PASSWORD} `],
      [api.admin.email, PASSWORD.toLowerCase()],
      [api.admin.email, `${PASSWORD}\u0000`],
      [api.admin.email, PASSWORD.padEnd(73, 'x')],
    ] as const) {
      expect(await said(await login(email, password))).toEqual(wrong)
    }
  })

  test.each<readonly [string, unknown]>([
    ['nothing', {}],
    ['no password', { email: 'admin@tarjeta.example' }],
    ['an empty password', { email: 'admin@tarjeta.example', password: '' }],
    ['a blank e-mail', { email: '  ', password: PASSWORD }],
    ['an e-mail beyond its limit', { email: 'x'.repeat(LIMITS.emailCharsMax + 1), password: PASSWORD }],
    ['an e-mail with NUL', { email: 'admin@tarjeta.example\u0000', password: PASSWORD }],
    ['a password that is a condition', { email: 'admin@tarjeta.example', password: { $ne: '' } }],
  ])('%s is refused as invalid', async (_name, body) => {
    await expectRefused(await api.post('/api/auth/login', body), 422, 'invalid')
  })

  test('a deactivated account is refused as such, but only with its password', async () => {
    const person = await api.newAccount('Deactivated')
    await happened(person, { type: 'AccountDeactivated', data: {} })
    await expectRefused(await login(person.email), 403, 'account-inactive')
    const wrong = await said(await login(person.email, 'Otra-clave-2'))
    expect(wrong).toEqual(await said(await login('nadie@tarjeta.example')))
    await happened(person, { type: 'AccountReactivated', data: {} })
    expect((await login(person.email)).status).toBe(200)
  })
})

describe('what a token opens', () => {
  test('the administrator sees all profiles, with owners and visits', async () => {
    await api.call('/api/public/profile/camila')
    await api.settle()
    const response = await profilesFor(api.admin.token)
    expect(response.status).toBe(200)
    const listed = adminProfile
      .strict()
      .array()
      .parse(await response.json())
    expect(listed.map(({ slug, user_email, visits }) => ({ slug, user_email, visits }))).toEqual(
      expect.arrayContaining([
        { slug: 'camila', user_email: api.owner.email, visits: 1 },
        { slug: 'demo', user_email: api.admin.email, visits: 0 },
      ]),
    )
  })

  test('an owner may not, and nobody may not', async () => {
    await expectRefused(await profilesFor(api.owner.token), 403, 'forbidden')
    await expectRefused(await profilesFor(undefined), 401, 'unauthenticated')
  })

  test("another's profile answers exactly as one that does not exist", async () => {
    const ask = async (profileId: string) =>
      answerOf(await api.call(`/api/analytics/${profileId}/unified`, { token: api.owner.token }))
    const foreign = await ask(api.demo.id)
    expect(foreign).toMatchObject({ status: 404, body: expect.stringContaining('not-found') as string })
    for (const id of [uuid(0x7ff), 'demo', '%00', 'x'.repeat(100)]) expect(await ask(id)).toEqual(foreign)
    const own = await api.call(`/api/analytics/${api.profile.id}/unified`, { token: api.owner.token })
    expect(own.status).toBe(200)
  })
})

describe('tokens that are refused', () => {
  const claims = (): jwt.JwtPayload => ({
    ...(jwt.decode(api.admin.token) as jwt.JwtPayload),
    exp: 4_102_444_800,
  })
  const own = { noTimestamp: true, algorithm: 'HS256' } as const
  const sidOfOwner = () => (jwt.decode(api.owner.token) as jwt.JwtPayload)['sid'] as string
  const inParts = (change: (parts: string[]) => string): string => change(api.admin.token.split('.'))

  test('one signed with the right secret, as a measure', async () => {
    expect((await profilesFor(jwt.sign(claims(), SECRETS.jwt, own))).status).toBe(200)
  })

  test.each<readonly [string, () => string]>([
    ['another secret', () => jwt.sign(claims(), Buffer.alloc(32, 'another'), own)],
    ['an empty secret', () => jwt.sign(claims(), 'x', own)],
    ['no signature', () => jwt.sign(claims(), '', { ...own, algorithm: 'none' })],
    ['a signature cut off', () => inParts(([head, body]) => `${head}.${body}.`)],
    ['another algorithm', () => jwt.sign(claims(), SECRETS.jwt, { ...own, algorithm: 'HS512' })],
    ['another issuer', () => jwt.sign({ ...claims(), iss: 'others' }, SECRETS.jwt, own)],
    ['another audience', () => jwt.sign({ ...claims(), aud: 'others' }, SECRETS.jwt, own)],
    ['no audience', () => jwt.sign({ ...claims(), aud: undefined }, SECRETS.jwt, own)],
    ['a session of somebody else’s', () => jwt.sign({ ...claims(), sid: sidOfOwner() }, SECRETS.jwt, own)],
    ['no issuer', () => jwt.sign({ ...claims(), iss: undefined }, SECRETS.jwt, own)],
    ['a subject that is nobody', () => jwt.sign({ ...claims(), sub: uuid(0x7ff) }, SECRETS.jwt, own)],
    ['a version to come', () => jwt.sign({ ...claims(), ver: 7 }, SECRETS.jwt, own)],
    ['an end that has passed', () => jwt.sign({ ...claims(), exp: 1_700_000_000 }, SECRETS.jwt, own)],
    [
      'claims that were changed',
      () =>
        inParts(
          ([head, , signature]) =>
            `${head}.${Buffer.from(JSON.stringify({ ...claims(), exp: 4_102_444_801 })).toString('base64url')}.${signature}`,
        ),
    ],
    ['nothing in it', () => 'x'],
  ])('%s [ACC-2]', async (_name, forge) => {
    await expectRefused(await profilesFor(forge()), 401, 'unauthenticated')
  })

  test('a role that only the token claims', async () => {
    const forged = jwt.sign({ ...claims(), sub: api.owner.id, sid: sidOfOwner() }, SECRETS.jwt, own)
    await expectRefused(await profilesFor(forged), 403, 'forbidden')
  })

  test('one that is a week old', async () => {
    const person = await api.newAccount('Weekly', { isAdmin: true })
    api.clock.advance(LIMITS.sessionDays * DAY_MS - 1_000)
    expect((await profilesFor(person.token)).status).toBe(200)
    api.clock.advance(1_000)
    await expectRefused(await profilesFor(person.token), 401, 'unauthenticated')
  })

  test.each<readonly [string, DomainEvent, number, string]>([
    ['deactivated', { type: 'AccountDeactivated', data: {} }, 403, 'account-inactive'],
    ['erased', { type: 'AccountErased', data: {} }, 401, 'unauthenticated'],
    ['given a new password', { type: 'PasswordChanged', data: { by: 'reset' } }, 401, 'unauthenticated'],
    ['signed out everywhere', { type: 'SessionsClosed', data: { by: 'owner' } }, 401, 'unauthenticated'],
    ['no administrator any more', { type: 'AdminRevoked', data: {} }, 403, 'forbidden'],
  ])('3 seconds after its account was %s', async (name, event, status, code) => {
    const person = await api.newAccount(`Gone-${name.length}`, { isAdmin: true })
    expect((await profilesFor(person.token)).status).toBe(200)
    await happened(person, event)
    api.clock.advance(KNOWN_MS)
    await expectRefused(await profilesFor(person.token), status, code)
  })

  test('an old session, while a new one is good', async () => {
    const person = await api.newAccount('Renewed', { isAdmin: true })
    await happened(person, { type: 'SessionsClosed', data: { by: 'owner' } })
    api.clock.advance(KNOWN_MS)
    const fresh = await api.tokenOf(person.email, PASSWORD)
    expect((await profilesFor(fresh)).status).toBe(200)
    await expectRefused(await profilesFor(person.token), 401, 'unauthenticated')
  })

  test('an account that was reactivated needs a new session', async () => {
    const person = await api.newAccount('Returned', { isAdmin: true })
    await happened(person, { type: 'AccountDeactivated', data: {} })
    await happened(person, { type: 'AccountReactivated', data: {} })
    api.clock.advance(KNOWN_MS)
    await expectRefused(await profilesFor(person.token), 401, 'unauthenticated')
    expect((await profilesFor(await api.tokenOf(person.email, PASSWORD))).status).toBe(200)
  })
})
