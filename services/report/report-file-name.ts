import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Range } from '@app/contracts/traffic/ranges.ts'

/** Contains today's date in Santiago. */
export const reportFileName = (range: Range, atMs: number): string =>
  `Resumen_Ejecutivo_${range}_${dayInSantiago(atMs)}.xlsx`
