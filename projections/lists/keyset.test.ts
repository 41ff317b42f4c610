import { expect, test } from 'vitest'
import { keysetPageOf } from './keyset.ts'

const placeOf = (n: number) => ({ value: n, id: `row-${n}` })

test('a page with another one behind it says where that begins', () => {
  expect(keysetPageOf([5, 4, 3], 2, placeOf)).toEqual({ rows: [5, 4], next: { value: 4, id: 'row-4' } })
})

test('the last page, full or not, is followed by none', () => {
  expect(keysetPageOf([5, 4], 2, placeOf)).toEqual({ rows: [5, 4], next: undefined })
  expect(keysetPageOf([5], 2, placeOf)).toEqual({ rows: [5], next: undefined })
  expect(keysetPageOf([], 2, placeOf)).toEqual({ rows: [], next: undefined })
})
