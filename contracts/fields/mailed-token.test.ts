import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { mailedToken } from './mailed-token.ts'

testTable([
  ['ab-_Z9', 'ab-_Z9'],
  ['ab-_Z9.', 'ab-_Z9'],
  ['<ab-_Z9> ', 'ab-_Z9'],
  ['ab-_Z9%3E', 'ab-_Z9'],
  ['\u200bab-_Z9…', 'ab-_Z9'],
  ['ab-_Z9_*', 'ab-_Z9'],
  ['ab-_Z90', undefined],
  ['ab-_Z', undefined],
  ['ab-.Z9x', undefined],
])('a mailed token is its own characters, with whatever signs around them', (text, token) => {
  expect(mailedToken(text, 6)).toBe(token)
})
