import { LIMITS } from '@app/contracts/limits/limits.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import type { z } from 'zod'
import { activateForm, loginForm, newPasswordForm, registerForm } from './form-schemas.ts'

/** The first message of each field that has one. */
function faultsOf<Values>(form: z.ZodType<unknown, Values>, values: Values): Record<string, string> {
  const issues = form.safeParse(values).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}
const registerFaults = (typed: Partial<z.input<typeof registerForm>>) =>
  faultsOf(registerForm, { name: 'Ana', email: 'ana@empresa.cl', password: 'Correcta1', ...typed })
const EMPTY = 'Completa este campo.'

const E_MAIL = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'

testTable([
  [
    { name: '', email: '', password: '' },
    { name: EMPTY, email: EMPTY, password: EMPTY },
  ],
  [
    { name: ' ', email: '  ' },
    { name: EMPTY, email: EMPTY },
  ],
  [{ email: 'nombre@empresa' }, { email: E_MAIL }],
  [
    { name: 'a'.repeat(LIMITS.nameCharsMax + 2), email: `${'a'.repeat(LIMITS.emailCharsMax)}@b.cl` },
    { name: 'Máximo 120 caracteres. Te sobran 2.', email: 'Máximo 254 caracteres. Te sobran 5.' },
  ],
  [{ password: 'Corta1' }, { password: 'La contraseña debe tener al menos 8 caracteres' }],
  [{ email: ' ana@empresa.cl ' }, {}],
])('each field of a registration shows the first rule that it breaks', (typed, faults) => {
  expect(registerFaults(typed)).toEqual(faults)
})

test('the server decides whether an e-mail and a password are right; a text that is no code is refused', () => {
  expect(faultsOf(loginForm, { email: ' nombre@empresa.cl ', password: ' ' })).toEqual({})
  expect(faultsOf(loginForm, { email: 'nombre@empresa', password: '' })).toEqual({
    email: E_MAIL,
    password: EMPTY,
  })
  const codes = ['', 'ABCD', 'ABCD-EFGH-JKMN'].map((code) => faultsOf(activateForm, { code }).code)
  expect(codes).toEqual([EMPTY, 'Código de activación inválido', undefined])
})

testTable([
  ['', '', EMPTY],
  ['Correcta1', 'Correcta2', 'Las contraseñas no coinciden'],
  ['Correcta1', 'Correcta1', undefined],
  ['corta', 'otra', 'Las contraseñas no coinciden'],
  ['corta', 'corta', undefined],
])(
  'both entries of a new password must match, whatever else is wrong',
  (new_password, confirm_password, fault) => {
    expect(faultsOf(newPasswordForm, { new_password, confirm_password }).confirm_password).toBe(fault)
  },
)
