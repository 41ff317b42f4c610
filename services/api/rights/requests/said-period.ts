import { addDays, dayInSantiago, mondayOf, monthStart } from '@app/contracts/calendar.ts'
import { plainText } from '@app/contracts/fields/text.ts'

/** Days in Santiago, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const
const OF_YEAR = '(?:\\s+(?:de\\s+|del\\s+)?(\\d{4}))?'
const NAMED = new RegExp(`\\b(?:(\\d{1,2})\\s+de\\s+)?(${MONTHS.join('|')}|setiembre)\\b${OF_YEAR}`)
const ISO = /\b(\d{4})-(\d{1,2})(?:-(\d{1,2}))?\b/
const SLASHED = /\b(?:(\d{1,2})[/.-])?(\d{1,2})[/.-](\d{4})\b/
const YEAR = /\b(20\d{2})\b/

const dayPeriod = (day: string): Period => ({ from: day, to: day })
const monthPeriod = (day: string): Period => ({ from: monthStart(day), to: addDays(monthStart(day, 1), -1) })
const weekPeriod = (day: string): Period => ({ from: mondayOf(day), to: addDays(mondayOf(day), 6) })
const yearPeriod = (year: string): Period => ({ from: `${year}-01-01`, to: `${year}-12-31` })

/** Longer ones first: `antes de ayer` has `ayer` in it. */
const RELATIVE: readonly (readonly [text: string, of: (today: string) => Period])[] = [
  ['antes de ayer', (today) => dayPeriod(addDays(today, -2))],
  ['anteayer', (today) => dayPeriod(addDays(today, -2))],
  ['ayer', (today) => dayPeriod(addDays(today, -1))],
  ['hoy', dayPeriod],
  ['semana pasada', (today) => weekPeriod(addDays(today, -7))],
  ['esta semana', weekPeriod],
  ['mes pasado', (today) => monthPeriod(monthStart(today, -1))],
  ['este mes', monthPeriod],
  ['ano pasado', (today) => yearPeriod(String(Number(today.slice(0, 4)) - 1))],
  ['este ano', (today) => yearPeriod(today.slice(0, 4))],
]

/** What a person says of when it was, as of the day on which they say it; undefined where nothing is understood. */
export function saidPeriod(said: string, receivedAtMs: number): Period | undefined {
  const today = dayInSantiago(receivedAtMs)
  const text = plainText(said)
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? []
  if (isoYear !== undefined) return datePeriod(isoYear, isoMonth!, isoDay)
  const [, day, month, year] = SLASHED.exec(text) ?? []
  if (year !== undefined) return datePeriod(year, month!, day)
  const relative = RELATIVE.find(([words]) => new RegExp(`\\b${words}\\b`).test(text))
  if (relative !== undefined) return relative[1](today)
  return namedPeriod(text, today) ?? bareYear(text)
}

function bareYear(text: string): Period | undefined {
  const [, year] = YEAR.exec(text) ?? []
  return year === undefined ? undefined : yearPeriod(year)
}

function namedPeriod(text: string, today: string): Period | undefined {
  const [, day, name, year] = NAMED.exec(text) ?? []
  if (name === undefined) return undefined
  const month = String(name === 'setiembre' ? 9 : 1 + MONTHS.indexOf(name as never)).padStart(2, '0')
  if (year !== undefined) return datePeriod(year, month, day)
  const thisYear = today.slice(0, 4)
  const inThisYear = datePeriod(thisYear, month, day)
  // The last one that has begun.
  return inThisYear !== undefined && inThisYear.from <= today
    ? inThisYear
    : datePeriod(String(Number(thisYear) - 1), month, day)
}

/** Undefined where there is no such day or month. */
function datePeriod(year: string, month: string, day: string | undefined): Period | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${(day ?? '1').padStart(2, '0')}`
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return undefined
  return day === undefined ? monthPeriod(date) : dayPeriod(date)
}
