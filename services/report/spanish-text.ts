import type { TimeUnit } from '@app/contracts/ranges.ts'
import { dayMs } from './wall-clock.ts'

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })
const tenth = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const shortDay = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const shortMonth = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', month: 'short' })

/** `1.449` */
export const countText = (count: number): string => whole.format(count)
/** `63,9%` */
export const percentText = (percent: number): string => `${tenth.format(percent)}%`

const plain = (text: string): string => text.replaceAll('.', '').replaceAll('-', ' ')

/** Under an axis: `22 oct`, `nov 2026`. */
export function axisText(period: string, unit: TimeUnit): string {
  if (unit !== 'month') return plain(shortDay.format(dayMs(period)))
  return `${plain(shortMonth.format(dayMs(`${period}-01`)))} ${period.slice(0, 4)}`
}
