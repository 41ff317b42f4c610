import { describe, expect, test } from 'vitest'
import {
  areSamePassword,
  newPassword,
  opaquePassword,
  passwordFaults,
  PASSWORDS_DIFFER,
} from './new-password.ts'
import { testTable } from '../../tests/support/every.ts'

const SHORT = 'La contraseña debe tener al menos 8 caracteres'
const NO_UPPER = 'La contraseña debe incluir al menos una letra mayúscula'
const NO_LOWER = 'La contraseña debe incluir al menos una letra minúscula'
const NO_DIGIT = 'La contraseña debe incluir al menos un número'
const LONG = 'La contraseña es demasiado larga: el máximo son 72 bytes (una letra con tilde ocupa 2)'
const UNUSABLE = 'La contraseña tiene caracteres que no se pueden usar'

testTable([
  ['Clave-123', []],
  ['Ñandú2026', []],
  ['Clave12', [SHORT]],
  ['clave-123', [NO_UPPER]],
  ['CLAVE-123', [NO_LOWER]],
  ['Clave-abc', [NO_DIGIT]],
  ['', [SHORT, NO_UPPER, NO_LOWER, NO_DIGIT]],
  ['😀😀😀😀', [SHORT, NO_UPPER, NO_LOWER, NO_DIGIT]],
  ['Clave-١٢٣', [NO_DIGIT]],
])('a password has its faults, in the order in which they are shown', (password, faults) => {
  expect(passwordFaults(password)).toEqual(faults)
})

describe('the longest password', () => {
  testTable([
    ['of plain letters', `Aa1${'x'.repeat(69)}`],
    ['of letters of two bytes', `Aa1x${'ñ'.repeat(34)}`],
    ['of signs of four bytes', `Aa1x${'😀'.repeat(17)}`],
  ])('has 72 bytes, and one more is too many', (_, password) => {
    expect(Buffer.byteLength(password)).toBe(72)
    expect(passwordFaults(password)).toEqual([])
    expect(passwordFaults(`${password}x`)).toEqual([LONG])
  })
})

testTable([
  ['n\u0303', 'ñ'],
  ['A\u0301', 'Á'],
  ['한'.normalize('NFD'), '한'],
  ['\u00a0', ' '],
  ['\u3000', ' '],
  ['\u2126', 'Ω'],
  ['２', '２'],
])('signs of a password are kept as RFC 8265 has it', (typed, opaque) => {
  expect(opaquePassword(typed)).toBe(opaque)
  expect(areSamePassword(`Clave-1${typed}`, `Clave-1${opaque}`)).toBe(true)
})

test('a password is measured in its normal form', () => {
  const long = `Aa1x${'ñ'.repeat(34)}`
  expect(passwordFaults(long.normalize('NFD'))).toEqual([])
  expect(passwordFaults(`${long}ñ`.normalize('NFD'))).toEqual([LONG])
  expect(passwordFaults('Aa1ñññ'.normalize('NFD'))).toEqual([SHORT])
})

testTable(['\0', '\n', '\t', '\u007f', '\u0085', '\ud83d'])(
  'a password with a control character in it is refused [ACC-8]',
  (sign) => {
    expect(passwordFaults(`Clave-${sign}123`)).toEqual([UNUSABLE])
  },
)

test('a form shows one fault at a time, the first', () => {
  const { error } = newPassword.safeParse('clave')
  expect(error?.issues.map(({ message }) => message)).toEqual([SHORT])
  expect(newPassword.parse('Clave-123')).toBe('Clave-123')
  expect(PASSWORDS_DIFFER).toBe('Las contraseñas no coinciden')
})
