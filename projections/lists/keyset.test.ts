import { expect, test } from 'vitest'
import { pageOf } from './keyset.ts'

const placeOf = (n: number) => ({ value: n, id: `row-${n}` })

test('a page that is not the last returns the position of the next', () => {
  expect(pageOf([5, 4, 3], 2, placeOf)).toEqual({ rows: [5, 4], next: { value: 4, id: 'row-4' } })
})

test('the last page, full or not, returns no next position', () => {
  expect(pageOf([5, 4], 2, placeOf)).toEqual({ rows: [5, 4], next: undefined })
  expect(pageOf([5], 2, placeOf)).toEqual({ rows: [5], next: undefined })
  expect(pageOf([], 2, placeOf)).toEqual({ rows: [], next: undefined })
})
