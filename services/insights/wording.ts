import { NETWORK_NAMES, REFERRER_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { weekdayOf } from '@app/contracts/calendar.ts'
import type { Network, Referrer, Source } from '@app/contracts/traffic/traffic-kinds.ts'

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0, useGrouping: 'always' })
const oneDecimal = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1, useGrouping: 'always' })
const wholePercent = new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 0 })
const exactPercent = new Intl.NumberFormat('es-CL', { style: 'percent', maximumFractionDigits: 1 })

/** 1.234 */
export const inWhole = (value: number): string => whole.format(value)
export const inTenths = (value: number): string => oneDecimal.format(value)
export const inPercent = (share: number): string => wholePercent.format(share)
/** 12,3% */
export const inExactPercent = (share: number): string => exactPercent.format(share)

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const
const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

/** `los viernes`, `los sábados` */
export function onWeekdays(weekday: number): string {
  const name = WEEKDAYS[weekday]!
  return `los ${name.endsWith('s') ? name : `${name}s`}`
}

export const inDate = (day: string): string =>
  `${Number(day.slice(8))} de ${MONTHS[Number(day.slice(5, 7)) - 1]}`

export const inLongDate = (day: string): string => `${WEEKDAYS[weekdayOf(day)]} ${inDate(day)}`

/** A day ends at 24:00. */
export const inClock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('es-CL') + text.slice(1)

export const NETWORK_WORDS: Readonly<Record<Network, string>> = {
  ...NETWORK_NAMES,
  email: 'correo',
  website: 'sitio web',
  custom: 'enlace propio',
}

export const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  nfc: 'tu tarjeta NFC',
  qr: 'tu código QR',
  link: 'un enlace',
}

const { none: _none, other: _other, ...SITE_NAMES } = REFERRER_NAMES

export const REFERRER_WORDS: Readonly<Record<Exclude<Referrer, 'none' | 'other'>, string>> = {
  ...SITE_NAMES,
  search: 'un buscador',
  mail: 'un correo',
}
