import { expect, test } from 'vitest'
import { phoneDigits, shownPhone } from './phone.ts'

test.each([
  ' 9 1234-5678',
  '569 12345678',
  '0056912345678',
  '+56912345678',
  '+56 9 1234 5678',
  '(+56) 9 1234 5678',
  '+56 (0)9 1234 5678',
  '09 12345678',
  '\u202a+56 9 1234 5678\u202c',
  '+56 9 1234 5678',
])('%j is the mobile +56 9 1234 5678', (typed) => {
  expect(phoneDigits(typed)).toBe('56912345678')
  expect(shownPhone(typed)).toBe('+56 9 1234 5678')
})

test.each([
  ['(2) 2345 6789', '56223456789', '+56 2 2345 6789'],
  ['+56 45 212 3456', '56452123456', '+56 45 212 3456'],
  ['600 123 4567', '566001234567', '+566001234567'],
  ['+54 9 11 2345-6789', '5491123456789', '+54 9 11 2345-6789'],
  ['5491123456789', '5491123456789', '+5491123456789'],
])('%s has the digits %s and is shown as %s', (typed, digits, shown) => {
  expect(phoneDigits(typed)).toBe(digits)
  expect(shownPhone(typed)).toBe(shown)
})

test.each([
  '98765432',
  '',
  'no tengo',
  '+56 9 1234 567',
  '12345',
  '+56912345678 anexo 2',
  '+0123456789',
  '9'.repeat(20),
])('%j is not taken for a phone', (typed) => {
  expect(phoneDigits(typed)).toBeUndefined()
  expect(shownPhone(typed)).toBeUndefined()
})
