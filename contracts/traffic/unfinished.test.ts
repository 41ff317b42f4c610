import { expect, test } from 'vitest'
import { unfinishedName } from './unfinished.ts'

test('the month and the week of today are not over', () => {
  expect(unfinishedName([{ period: '2026-10' }, { period: '2026-11' }], 'month', '2026-11-20')).toBe(
    'mes en curso',
  )
  expect(unfinishedName([{ period: '2026-11-16' }], 'week', '2026-11-20')).toBe('semana en curso')
})

test('a month is not over on its last day either', () => {
  expect(unfinishedName([{ period: '2026-11' }], 'month', '2026-11-30')).toBe('mes en curso')
})

test('days, earlier periods and nothing have no name', () => {
  expect(unfinishedName([{ period: '2026-11-20' }], 'day', '2026-11-20')).toBeUndefined()
  expect(unfinishedName([{ period: '2026-10' }], 'month', '2026-11-20')).toBeUndefined()
  expect(unfinishedName([], 'month', '2026-11-20')).toBeUndefined()
})
