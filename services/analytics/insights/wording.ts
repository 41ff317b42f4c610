import { NETWORK_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0, useGrouping: 'always' })
const wholePercent = new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 0 })
const exactPercent = new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 1 })

/** 1.234 */
export const inWhole = (value: number): string => whole.format(value)
export const inPercent = (share: number): string => wholePercent.format(share)
/** 12,3% */
export const inExactPercent = (share: number): string => exactPercent.format(share)

/** A day ends at 24:00. */
export const inClock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export const NETWORK_WORDS: Readonly<Record<Network, string>> = {
  ...NETWORK_NAMES,
  email: 'correo',
  website: 'sitio web',
  custom: 'enlace propio',
}
