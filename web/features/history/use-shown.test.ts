import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { momentIn, searchAtMoment } from './use-shown.ts'

testTable([
  ['?tab=history&version=14', { version: 14 }],
  ['?at=2026-10-03T21:00:59.999Z', { at: '2026-10-03T21:00:59.999Z' }],
  ['?tab=history', undefined],
  ['?version=0', { version: 0 }],
  ['?at=ayer', { at: 'ayer' }],
])(
  'an address means a version, an instant, or today; the server refuses what it makes up',
  (search, moment) => expect(momentIn(search)).toEqual(moment),
)

test('another moment replaces the former one, and the rest of the address stays', () => {
  const search = '?tab=history&profile=a&version=14'
  expect(searchAtMoment(search, { version: 3 })).toBe('?tab=history&profile=a&version=3')
  expect(searchAtMoment(search, { at: '2026-10-03T21:00:59.999Z' })).toBe(
    '?tab=history&profile=a&at=2026-10-03T21%3A00%3A59.999Z',
  )
  expect(searchAtMoment(search, undefined)).toBe('?tab=history&profile=a')
})
