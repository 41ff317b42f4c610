import { z } from 'zod'
import { addDays, daysBetween } from '../calendar.ts'
import { DEVICES, NETWORKS, SOURCES } from './traffic-kinds.ts'

/** A choice of facts by one value of each field at most. */
export const figuresFilter = z.object({
  network: z.enum(NETWORKS, 'No conocemos esa red.').optional(),
  source: z.enum(SOURCES, 'No conocemos ese origen.').optional(),
  device: z.enum(DEVICES, 'No conocemos ese dispositivo.').optional(),
  hour: z
    .string()
    .regex(/^[1-7]-(?:1?\d|2[0-3])$/, 'La hora debe ser como 1-13: lunes a las 13.')
    .optional()
    .meta({ description: 'A weekday from Monday (1) on and an hour in America/Santiago, as `1-13`.' }),
})
export type FiguresFilter = z.infer<typeof figuresFilter>

const HOURS = 24

/** Hour of the week, 0 (Monday, 00 h) to 167. */
export function weekHourOf(hour: string): number {
  const [weekday, ofDay] = hour.split('-').map(Number) as [number, number]
  return (weekday - 1) * HOURS + ofDay
}

export const hourOfWeek = (cell: number): string => `${Math.floor(cell / HOURS) + 1}-${cell % HOURS}`

export const isFiltered = (filter: FiguresFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

const OWN_DAYS_MAX = 366
export const OWN_DAYS_TEXT = `Los días deben ser dos, como 2026-11-20, en orden y a lo más ${OWN_DAYS_MAX}.`
/** A day of a month that has it. */
const isDay = (day: string): boolean => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(ms) && addDays(day, 0) === day
}
const ownDay = z
  .string()
  .regex(/^20\d\d-(?:0[1-9]|1[0-2])-\d\d$/, OWN_DAYS_TEXT)
  .refine(isDay, OWN_DAYS_TEXT)
  .optional()
  .meta({ description: 'With the other of `from` and `to`: days in place of `date_range`, YYYY-MM-DD.' })
export const ownDays = z.object({ from: ownDay, to: ownDay })
export type OwnDays = z.infer<typeof ownDays>

export const areOwnDays = ({ from, to }: OwnDays): boolean =>
  from === undefined || to === undefined ? from === to : from <= to && daysBetween(from, to) < OWN_DAYS_MAX
