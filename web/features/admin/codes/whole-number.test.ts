import { expect, test } from 'vitest'
import { wholeNumber } from './whole-number.ts'

test.each([
  ['', 1],
  ['  ', 1],
  ['1', 1],
  [' 12 ', 12],
  ['007', 7],
  ['1000', 1_000],
  ['0', undefined],
  ['1001', undefined],
  ['1.5', undefined],
  ['1,5', undefined],
  ['-3', undefined],
  ['1e2', undefined],
  ['9'.repeat(400), undefined],
  ['tres', undefined],
])('%j is %s', (typed, number) => expect(wholeNumber(typed, 1_000)).toBe(number))
