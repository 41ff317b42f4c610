import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { PASSWORD, startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

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

describe('the same applies', () => {
  const typed = (password: string) => ({ new_password: password, confirm_password: password })

  test('of a new password by a link, which stays good', async () => {
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

  test('of a changed password', async () => {
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
  expect((await api.post('/api/auth/login', { email: person.email, password: PASSWORD })).status).toBe(200)
})
