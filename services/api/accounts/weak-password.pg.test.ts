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

test.each([
  ['one of the most common', 'ana@correo.example', 'Password1', COMMON],
  ['the same in other capitals', 'ana@correo.example', 'pASSWORD123', COMMON],
  ['a row of keys', 'ana@correo.example', '1qaz2wsX', COMMON],
  ['the same with a mark behind it', 'ana@correo.example', 'Password1!', COMMON],
  ['the e-mail', 'camila.rojas@correo.example', 'camila.rojas@Correo.example1', OWN],
  ['what stands before the @', 'camila.rojas@correo.example', 'CamilaRojas2026', OWN],
  ['a part of it', 'camila.rojas@correo.example', 'Camila-1990', OWN],
  ['the company in it', 'ana@andesnorte.example', 'AndesNorte-99', OWN],
  ['the product', 'ana@correo.example', `${PRODUCT.name}2026`, OWN],
  ['both', 'camila@correo.example', `Camila-${PRODUCT.name}-7`, OWN],
])('a password that is %s is refused with a sentence [ACC-8]', async (_what, email, password, detail) => {
  const response = await register(email, password)
  expect([response.status, await response.json()]).toEqual([
    422,
    { code: 'invalid', field: 'password', detail },
  ])
})

test('the rules of the specification are checked first', async () => {
  const response = await register('ana@correo.example', `${PRODUCT.name.toLowerCase()}2026`)
  expect(await response.json()).toMatchObject({
    detail: 'La contraseña debe incluir al menos una letra mayúscula',
  })
})

test.each([
  ['ana@correo.example', 'Banana-verde-22'],
  ['bo@correo.example', 'Bosque-nevado-3'],
  ['camila@correo.example', 'Camila-pinta-gatos-8'],
])('a password in which such a word is only a part is taken: %s', async (email, password) => {
  expect((await register(email, password)).status).toBe(200)
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
