import { expect, test } from 'vitest'
import { reportFileName } from './report-file-name.ts'

test.each([
  ['2026-11-21T02:59:59Z', '2026-11-20'],
  ['2026-11-21T03:00:00Z', '2026-11-21'],
])('at %s the file is named after the day %s in Santiago', (instant, day) => {
  expect(reportFileName('12m', Date.parse(instant))).toBe(`Resumen_Ejecutivo_12m_${day}.xlsx`)
  expect(reportFileName('all-time', Date.parse(instant))).toBe(`Resumen_Ejecutivo_all-time_${day}.xlsx`)
})
