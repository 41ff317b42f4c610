import { expect, test } from 'vitest'
import { hasUnknownMoment, momentIn, searchAtMoment } from './shown-moment.ts'

test.each([
  ['?tab=history&version=14', { version: 14 }, false],
  ['?at=2026-10-03T21:00:59.999Z', { at: '2026-10-03T21:00:59.999Z' }, false],
  ['?tab=history', undefined, false],
  ['?version=0', undefined, true],
  ['?version=1e9', undefined, true],
  ['?at=ayer', undefined, true],
])('the address %s means %o, and is of no moment: %s', (search, moment, isUnknown) => {
  expect(momentIn(search)).toEqual(moment)
  expect(hasUnknownMoment(search)).toBe(isUnknown)
})

test('another moment replaces the former one, and the rest of the address stays', () => {
  const search = '?tab=history&profile=a&version=14'
  expect(searchAtMoment(search, { version: 3 })).toBe('?tab=history&profile=a&version=3')
  expect(searchAtMoment(search, { at: '2026-10-03T21:00:59.999Z' })).toBe(
    '?tab=history&profile=a&at=2026-10-03T21%3A00%3A59.999Z',
  )
  expect(searchAtMoment(search, undefined)).toBe('?tab=history&profile=a')
})
