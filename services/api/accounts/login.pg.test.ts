import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PASSWORD, startTestApi, type Person, type TestApi } from '../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const login = (email: string, password = PASSWORD) => api.post('/api/auth/login', { email, password })
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

  test('what has no e-mail or no password is refused as invalid', async () => {
    for (const body of [
      {},
      { email: 'admin@tarjeta.example' },
      { email: 'admin@tarjeta.example', password: '' },
      { email: '  ', password: PASSWORD },
      { email: 'x'.repeat(LIMITS.emailCharsMax + 1), password: PASSWORD },
      { email: 'admin@tarjeta.example\u0000', password: PASSWORD },
      { email: 'admin@tarjeta.example', password: { $ne: '' } },
    ])
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
