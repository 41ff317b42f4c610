import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { unfinishedName } from './unfinished.ts'

testTable([
  [['2026-10', '2026-11'], 'month', '2026-11-20', 'mes en curso'],
  // On its last day it is not over either.
  [['2026-11'], 'month', '2026-11-30', 'mes en curso'],
  [['2026-11-16'], 'week', '2026-11-20', 'semana en curso'],
  [['2026-11-19', '2026-11-20'], 'day', '2026-11-20', 'hoy, hasta ahora'],
  [['2026-11-19', '2026-11-20'], 'day', '2026-11-21', undefined],
  [['2026-10'], 'month', '2026-11-20', undefined],
  [[], 'month', '2026-11-20', undefined],
] as const)('the period of today is named, which is not over', (periods, unit, to, name) => {
  expect(
    unfinishedName(
      periods.map((period) => ({ period })),
      unit,
      to,
    ),
  ).toBe(name)
})
