import { LIMITS } from '@app/contracts/limits.ts'
import { expect, test } from 'vitest'
import {
  emailFault,
  nameFault,
  newPasswordFault,
  passwordFault,
  repeatedPasswordFault,
} from './field-faults.ts'

test('an empty field asks to be completed', () => {
  for (const fault of [nameFault(' '), emailFault('  '), passwordFault(''), newPasswordFault('')]) {
    expect(fault).toBe('Completa este campo.')
  }
  expect(repeatedPasswordFault('', '')).toBe('Completa este campo.')
})

test('an address without a domain is not an e-mail', () => {
  expect(emailFault('nombre@empresa')).toBe('Escribe un correo válido, por ejemplo nombre@empresa.cl.')
})

test('what is too long says by how much', () => {
  expect(nameFault('a'.repeat(LIMITS.nameCharsMax + 2))).toBe('Máximo 120 caracteres. Te sobran 2.')
  expect(emailFault(`${'a'.repeat(LIMITS.emailCharsMax)}@b.cl`)).toBe('Máximo 254 caracteres. Te sobran 5.')
})

test('a filled e-mail and any password pass: whether they are right, the server says', () => {
  expect(emailFault(' nombre@empresa.cl ')).toBeUndefined()
  expect(passwordFault(' ')).toBeUndefined()
})

test.each([
  ['Corta1', 'La contraseña debe tener al menos 8 caracteres'],
  ['minuscula1', 'La contraseña debe incluir al menos una letra mayúscula'],
  ['MAYUSCULA1', 'La contraseña debe incluir al menos una letra minúscula'],
  ['SinNumeros', 'La contraseña debe incluir al menos un número'],
  ['Correcta1', undefined],
])('the new password %s is told the first rule that it breaks', (password, fault) => {
  expect(newPasswordFault(password)).toBe(fault)
})

test('both entries of a new password must match', () => {
  expect(repeatedPasswordFault('Correcta1', 'Correcta2')).toBe('Las contraseñas no coinciden')
  expect(repeatedPasswordFault('Correcta1', 'Correcta1')).toBeUndefined()
})
