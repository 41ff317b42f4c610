import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { dayMs } from './wall-clock.ts'

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })
const tenth = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const shortMonth = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', month: 'short' })

export const countText = (count: number): string => whole.format(count)
export const percentText = (percent: number): string => `${tenth.format(percent)}%`

/** Takes only the month, because ICU versions differ in order and punctuation. */
const monthText = (ms: number): string =>
  (shortMonth.formatToParts(ms).find(({ type }) => type === 'month')?.value ?? '').replace('.', '')

/** `22 oct`, `nov 2026` */
export function axisText(period: string, unit: TimeUnit): string {
  if (unit === 'month') return `${monthText(dayMs(`${period}-01`))} ${period.slice(0, 4)}`
  return `${Number(period.slice(8))} ${monthText(dayMs(period))}`
}
