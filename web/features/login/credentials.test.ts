import { expect, test } from 'vitest'
import { emailError, passwordError } from './credentials.ts'

test('an empty field asks to be completed', () => {
  expect(emailError('  ')).toBe('Completa este campo.')
  expect(passwordError('')).toBe('Completa este campo.')
})

test('an address without a domain is not an e-mail', () => {
  expect(emailError('nombre@empresa')).toBe('Escribe un correo válido, por ejemplo nombre@empresa.cl.')
})

test('a filled e-mail and any password pass: whether they are right, the server says', () => {
  expect(emailError(' nombre@empresa.cl ')).toBeUndefined()
  expect(passwordError(' ')).toBeUndefined()
})
