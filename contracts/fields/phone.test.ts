import { expect, test } from 'vitest'
import { phoneDigits, shownPhone, hasPhoneDigits } from './phone.ts'
import { testTable } from '../../tests/support/every.ts'

testTable([
  '569 12345678',
  '0056912345678',
  '(+56) 9 1234 5678',
  '09 12345678',
  '\u202a+56 9 1234 5678\u202c',
])('a mobile is the same however it is written', (typed) => {
  expect(phoneDigits(typed)).toBe('56912345678')
  expect(shownPhone(typed)).toBe('+56 9 1234 5678')
})

testTable([
  ['(2) 2345 6789', '56223456789', '+56 2 2345 6789'],
  ['600 123 4567', '566001234567', '+566001234567'],
  ['+54 9 11 2345-6789', '5491123456789', '+54 9 11 2345-6789'],
  ['5491123456789', '5491123456789', '+5491123456789'],
  ['+44 (0)20 7946 0958', '442079460958', '+44 (0)20 7946 0958'],
  ['0049 30 123456', '4930123456', '+4930123456'],
])('a number has its digits and is shown in groups', (typed, digits, shown) => {
  expect(phoneDigits(typed)).toBe(digits)
  expect(shownPhone(typed)).toBe(shown)
})

testTable(['+56 9 1234 567', '(11) 91234-5678', '+56912345678 anexo 2', '+0123456789', '9'.repeat(20)])(
  'other text is not taken for a phone',
  (typed) => {
    expect(phoneDigits(typed)).toBeUndefined()
    expect(shownPhone(typed)).toBeUndefined()
  },
)

testTable([
  ['987654321', '56987654321'],
  ['22 345 6789', '56223456789'],
  ['45 212 3456', '56452123456'],
  ['0322123456', '56322123456'],
  ['800 200 123', '56800200123'],
])('a number that begins as numbers of Chile do is one', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})

testTable([
  ['of Madrid without its 9', '810 123 456'],
  ['of Switzerland', '044 668 18 00'],
  ['of Brazil', '011 91234-5678'],
  ['of Colombia', '300 123 4567'],
])('a number of another country without its code is none of Chile', (_of, typed) => {
  expect(phoneDigits(typed)).toBeUndefined()
})

test('a phone has at least eight digits, however they are written', () => {
  expect([
    hasPhoneDigits('1234 567'),
    hasPhoneDigits('1234-5678'),
    hasPhoneDigits('+56 9 1234 5678'),
  ]).toEqual([false, true, true])
})
