import { expect, test } from 'vitest'
import { phoneDigits } from './phone.ts'
import { caretIn, groupedPhone, hasPhoneDigits } from './visitor-phone.ts'
import { testTable } from '../../tests/support/every.ts'

testTable([
  ['912345678', '9 1234 5678'],
  ['+56912345678', '+56 9 1234 5678'],
  ['+56 9 12345', '+56 9 1234 5'],
  ['223456789', '2 2345 6789'],
  ['+56', '+56'],
  ['+56 32 123 4567', '+56 32 123 4567'],
  ['+54 9 11 2345-6789', '+54 9 11 2345-6789'],
  ['9123456789', '9123456789'],
  ['llámame', 'llámame'],
  ['', ''],
])('a phone is grouped while it is typed', (typed, grouped) => {
  expect(groupedPhone(typed)).toBe(grouped)
  expect(groupedPhone(grouped)).toBe(grouped)
  expect(phoneDigits(grouped)).toBe(phoneDigits(typed))
})

testTable([
  ['9 12345', 7, 8],
  ['9 1234 5678', 4, 4],
  ['91234', 1, 1],
  ['+56 912', 5, 5],
  ['', 0, 0],
])('the caret stays after its digit', (typed, caret, expected) => {
  expect(caretIn(groupedPhone(typed), typed, caret)).toBe(expected)
})

test('a phone has at least eight digits, however they are written', () => {
  expect([
    hasPhoneDigits('1234 567'),
    hasPhoneDigits('1234-5678'),
    hasPhoneDigits('+56 9 1234 5678'),
  ]).toEqual([false, true, true])
})
