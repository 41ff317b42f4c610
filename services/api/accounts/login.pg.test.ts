import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PRODUCT } from '@app/contracts/product.ts'
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

const COMMON = 'Esta contraseña es una de las más usadas. Elige otra.'
const OWN = `La contraseña no puede ser tu correo ni el nombre de ${PRODUCT.name}. Elige otra.`

const register = (email: string, password: string) =>
  api.post('/api/auth/register', { name: 'Ana', email, password })

test('a weak password is refused with a sentence, after the rules of the specification', async () => {
  for (const [password, detail] of [
    ['Password1', COMMON],
    [`${PRODUCT.name}2026`, OWN],
    [`${PRODUCT.name.toLowerCase()}2026`, 'La contraseña debe incluir al menos una letra mayúscula'],
  ] as const) {
    const response = await register('ana@correo.example', password)
    expect([response.status, await response.json()]).toEqual([
      422,
      { code: 'invalid', field: 'password', detail },
    ])
  }
})

describe('a weak password is refused', () => {
  const typed = (password: string) => ({ new_password: password, confirm_password: password })

  test('as a new password by a link, which stays good', async () => {
    const person = await api.newAccount('Restaura')
    await api.post('/api/auth/forgot-password', { email: person.email })
    await expect.poll(() => api.mails.length).toBe(1)
    const token = /token=([\w.-]+)/.exec(api.mails[0]!.text)![1]
    for (const [password, detail] of [
      ['Password1', COMMON],
      ['Restaura-1', OWN],
    ] as const) {
      const response = await api.post('/api/auth/reset-password', { token, ...typed(password) })
      expect([response.status, await response.json()]).toEqual([
        422,
        { code: 'invalid', field: 'new_password', detail },
      ])
    }
    const good = await api.post('/api/auth/reset-password', { token, ...typed('Clave-nueva-2') })
    expect(good.status).toBe(200)
  })

  test('as a changed password', async () => {
    const { token } = await api.newAccount('Cambia')
    const change = (password: string) =>
      api.post('/api/auth/change-password', { current_password: PASSWORD, ...typed(password) }, { token })
    expect(await (await change('Qwerty123')).json()).toMatchObject({ field: 'new_password', detail: COMMON })
    expect(await (await change('Cambia-2026')).json()).toMatchObject({ field: 'new_password', detail: OWN })
    expect((await change('Clave-nueva-2')).status).toBe(200)
  })
})

test('an owner who set such a password earlier signs in with it', async () => {
  const person = await api.newAccount('Debil', { email: 'clave.prueba@correo.example' })
  // The password of the tests' accounts is made of the e-mail's own words, and "de".
  expect((await login(person.email)).status).toBe(200)
})
