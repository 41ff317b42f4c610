import { LIMITS } from '@app/contracts/limits/limits.ts'
import { expect, test } from 'vitest'
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

test('an empty field asks to be completed', () => {
  const asked = { name: EMPTY, email: EMPTY, password: EMPTY }
  expect(registerFaults({ name: '', email: '', password: '' })).toEqual(asked)
  expect(registerFaults({ name: ' ', email: '  ' })).toEqual({ name: EMPTY, email: EMPTY })
  expect(faultsOf(loginForm, { email: 'ana@empresa.cl', password: '' })).toEqual({ password: EMPTY })
  expect(faultsOf(newPasswordForm, { new_password: '', confirm_password: '' })).toEqual({
    new_password: EMPTY,
    confirm_password: EMPTY,
  })
  expect(faultsOf(activateForm, { code: '' })).toEqual({ code: EMPTY })
})

test('an address without a domain is not an e-mail', () => {
  const email = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'
  expect(registerFaults({ email: 'nombre@empresa' })).toEqual({ email })
  expect(faultsOf(loginForm, { email: 'nombre@empresa', password: 'x' })).toEqual({ email })
})

test('a text that is too long shows by how much', () => {
  const name = 'a'.repeat(LIMITS.nameCharsMax + 2)
  const email = `${'a'.repeat(LIMITS.emailCharsMax)}@b.cl`
  expect(registerFaults({ name, email })).toEqual({
    name: 'Máximo 120 caracteres. Te sobran 2.',
    email: 'Máximo 254 caracteres. Te sobran 5.',
  })
})

test('a filled e-mail and any password pass: the server decides whether they are right', () => {
  expect(faultsOf(loginForm, { email: ' nombre@empresa.cl ', password: ' ' })).toEqual({})
})

test.each([
  ['Corta1', 'La contraseña debe tener al menos 8 caracteres'],
  ['minuscula1', 'La contraseña debe incluir al menos una letra mayúscula'],
  ['MAYUSCULA1', 'La contraseña debe incluir al menos una letra minúscula'],
  ['SinNumeros', 'La contraseña debe incluir al menos un número'],
  ['Correcta1', undefined],
])('the new password %s shows the first rule that it breaks', (password, fault) => {
  expect(registerFaults({ password }).password).toBe(fault)
})

test('both entries of a new password must match, whatever else is wrong with them', () => {
  const faults = (new_password: string, confirm_password: string) =>
    faultsOf(newPasswordForm, { new_password, confirm_password }).confirm_password
  expect(faults('Correcta1', 'Correcta2')).toBe('Las contraseñas no coinciden')
  expect(faults('Correcta1', 'Correcta1')).toBeUndefined()
  expect(faults('corta', 'otra')).toBe('Las contraseñas no coinciden')
  expect(faults('corta', 'corta')).toBeUndefined()
})

test('text that can be no code is refused as such', () => {
  expect(faultsOf(activateForm, { code: 'ABCD' })).toEqual({ code: 'Código de activación inválido' })
  expect(faultsOf(activateForm, { code: 'ABCD-EFGH-JKMN' })).toEqual({})
})
