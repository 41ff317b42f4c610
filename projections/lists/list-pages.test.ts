import { expect, test } from 'vitest'
import { LOWER_CASE_UUID } from '@app/contracts/fields/text.ts'
import { testTable } from '../../tests/support/every.ts'
import { cursorOf, keysetPageOf, placeOfCursor } from './list-pages.ts'

const placeOfRow = (n: number) => ({ value: n, id: `row-${n}` })

test('a page with another one behind it says where that begins', () => {
  expect(keysetPageOf([5, 4, 3], 2, placeOfRow)).toEqual({ rows: [5, 4], next: { value: 4, id: 'row-4' } })
})

test('the last page, full or not, is followed by none', () => {
  expect(keysetPageOf([5, 4], 2, placeOfRow)).toEqual({ rows: [5, 4], next: undefined })
  expect(keysetPageOf([5], 2, placeOfRow)).toEqual({ rows: [5], next: undefined })
  expect(keysetPageOf([], 2, placeOfRow)).toEqual({ rows: [], next: undefined })
})

const ID = '0199a000-0000-7000-8000-000000000001'
const placeOf = (cursor: string | undefined) => placeOfCursor(cursor, '-created_at', LOWER_CASE_UUID)

test('a place is read back from its cursor, and a list without one begins at its first row', () => {
  const place = { value: -17, id: ID }
  expect(placeOf(cursorOf('-created_at', place))).toEqual(place)
  expect(placeOf(undefined)).toBeUndefined()
  const named = { value: 1, id: 'a-name_1' }
  expect(placeOfCursor(cursorOf('sort', named), 'sort')).toEqual(named)
})

testTable([
  '-created_at 1',
  `-created_at 1 ${'x'.repeat(36)}`,
  `-created_at 1 ${ID} more`,
  `-created_at NaN ${ID}`,
  `-created_at 9999999999999999 ${ID}`,
  `-created_at 01 ${ID}`,
  `created_at 1 ${ID}`,
])('a cursor that no list of this order has given is refused', (text) => {
  const refused = expect.objectContaining({ code: 'invalid', field: 'after' }) as Error
  expect(() => placeOf(Buffer.from(text).toString('base64url'))).toThrow(refused)
})

test('a text that is no cursor is refused', () => {
  for (const text of ['', 'made-up', `${cursorOf('-created_at', { value: 1, id: ID })}=`])
    expect(() => placeOf(text)).toThrow(Error)
  expect(() => placeOfCursor(Buffer.from("sort 1 x'y").toString('base64url'), 'sort')).toThrow(Error)
})
