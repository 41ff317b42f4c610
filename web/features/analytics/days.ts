import type { TimeUnit } from '@app/contracts/ranges.ts'

// Civil days have no zone: they are read and written as UTC so that none ever shifts.
const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const formatter = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', ...options })

const withYear = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
const withoutYear = formatter({ day: 'numeric', month: 'short' })
const shortMonth = formatter({ month: 'short' })
const longDay = formatter({ day: 'numeric', month: 'long' })
const weekday = formatter({ weekday: 'long' })
const longMonth = formatter({ month: 'long', year: 'numeric' })

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('es') + text.slice(1)
const plain = (text: string): string => text.replaceAll('.', '').replaceAll('-', ' ')
const firstDayOf = (period: string): Date => instantOf(period.length === 7 ? `${period}-01` : period)

/** `20 nov 2026` */
export const dayText = (day: string): string => plain(withYear.format(instantOf(day)))

/** `22 oct – 20 nov 2026`; one day stands alone, and the first year is said when it is another. */
export function spanText(from: string, to: string): string {
  if (from === to) return dayText(to)
  const sameYear = from.slice(0, 4) === to.slice(0, 4)
  return `${sameYear ? plain(withoutYear.format(instantOf(from))) : dayText(from)} – ${dayText(to)}`
}

/** Under the axis: `22 oct`, or `nov` with the year where it is another than that of the date said before. */
export function axisText(period: string, unit: TimeUnit, before: string | undefined): string {
  const day = firstDayOf(period)
  if (unit !== 'month') return plain(withoutYear.format(day))
  const year = before?.slice(0, 4) === period.slice(0, 4) ? '' : ` ${day.getUTCFullYear()}`
  return plain(shortMonth.format(day)) + year
}

/** In full: `Viernes 13 de noviembre`, `Semana del 9 de noviembre`, `Noviembre de 2026`. */
export function periodText(period: string, unit: TimeUnit): string {
  const day = firstDayOf(period)
  switch (unit) {
    case 'day':
      return `${capital(weekday.format(day))} ${longDay.format(day)}`
    case 'week':
      return `Semana del ${longDay.format(day)}`
    case 'month':
      return capital(longMonth.format(day))
  }
}

/** Inside a sentence: `el 20 de noviembre`, `en la semana del 9 de noviembre`, `en noviembre de 2026`. */
export function periodPhrase(period: string, unit: TimeUnit): string {
  const day = firstDayOf(period)
  switch (unit) {
    case 'day':
      return `el ${longDay.format(day)}`
    case 'week':
      return `en la semana del ${longDay.format(day)}`
    case 'month':
      return `en ${longMonth.format(day)}`
  }
}
