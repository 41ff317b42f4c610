import { afterAll, expect } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { createPasswords } from './identity/passwords.ts'
import { refuseWeak } from './password-change.ts'
import { testTable } from '../../tests/support/every.ts'

const passwords = createPasswords({ cost: 4, stepsBack: false })
afterAll(passwords.stop)

const COMMON = 'Esta contraseña es una de las más usadas. Elige otra.'
const OWN = `La contraseña no puede ser tu correo ni el nombre de ${PRODUCT.name}. Elige otra.`

const refuse = (email: string, password: string) =>
  refuseWeak({ passwords }, { email, password, field: 'password' })

testTable([
  ['the same in other capitals', 'ana@correo.example', 'pASSWORD123', COMMON],
  ['a row of keys', 'ana@correo.example', '1qaz2wsX', COMMON],
  ['the same with a mark behind it', 'ana@correo.example', 'Password1!', COMMON],
  ['the e-mail', 'camila.rojas@correo.example', 'camila.rojas@Correo.example1', OWN],
  ['a part of it', 'camila.rojas@correo.example', 'Camila-1990', OWN],
  ['the company in it', 'ana@andesnorte.example', 'AndesNorte-99', OWN],
  ['the product', 'ana@correo.example', `${PRODUCT.name}2026`, OWN],
  ['both', 'camila@correo.example', `Camila-${PRODUCT.name}-7`, OWN],
])(
  'a common or an own password is refused with a sentence [ACC-8]',
  async (_what, email, password, detail) => {
    await expect(refuse(email, password)).rejects.toMatchObject({ code: 'invalid', message: detail })
  },
)

testTable([
  ['ana@correo.example', 'Banana-verde-22'],
  ['bo@correo.example', 'Bosque-nevado-3'],
  ['camila@correo.example', 'Camila-pinta-gatos-8'],
])('a password in which such a word is only a part is taken', async (email, password) => {
  await expect(refuse(email, password)).resolves.toBeUndefined()
})
