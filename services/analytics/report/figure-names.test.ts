import { expect } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { reportFileName } from './figure-names.ts'

testTable([
  ['2026-11-21T02:59:59Z', '2026-11-20'],
  ['2026-11-21T03:00:00Z', '2026-11-21'],
])('a file is named after its day in Santiago', (instant, day) => {
  expect(reportFileName('12m', Date.parse(instant))).toBe(`Resumen_Ejecutivo_12m_${day}.xlsx`)
})
