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

test('a range of days that ends today has a last day that is not over', () => {
  const days = [{ period: '2026-11-19' }, { period: '2026-11-20' }]
  expect(unfinishedName(days, 'day', '2026-11-20')).toBe('hoy, hasta ahora')
  expect(unfinishedName(days, 'day', '2026-11-21')).toBeUndefined()
})

test('earlier periods and nothing have no name', () => {
  expect(unfinishedName([{ period: '2026-10' }], 'month', '2026-11-20')).toBeUndefined()
  expect(unfinishedName([], 'month', '2026-11-20')).toBeUndefined()
})
