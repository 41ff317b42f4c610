import type ExcelJS from 'exceljs'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'

/** Excel's limit; it repairs files that exceed it. */
const CHARS_MAX = 32_767

// Forbidden by XML 1.0. With the `u` flag \p{Cs} matches only lone surrogates.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Cs}/gu
/** Excel in some languages also calculates full-width forms. */
const FORMULA = /^[=+\-@＝＋－＠]/
/** A phone number is harmless as a formula, and people copy it from here. */
const PHONE = /^\+[\d ().-]+$/

function cut(text: string): string {
  if (text.length <= CHARS_MAX) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(CHARS_MAX - 1)) ? CHARS_MAX - 1 : CHARS_MAX
  return text.slice(0, end)
}

/** Some programs treat tabs as cells. The apostrophe prevents a formula in CSV. */
export function safeText(value: unknown): string {
  const text = String(value).replaceAll(FORBIDDEN, '').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()
  return cut(FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text)
}

/** Files encode `=` as `_x003D_`; typed text must not be decoded. */
export const escapedForFile = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** Spreadsheets have no time zones, so the result in UTC equals Santiago's clock, to the second. */
export function wallClockMs(atMs: number): number {
  const { day, hour } = wallHourInSantiago(atMs)
  // Santiago's offset from UTC is in whole hours.
  const inHour = Math.floor((atMs - Math.floor(atMs / HOUR_MS) * HOUR_MS) / SECOND_MS) * SECOND_MS
  return dayMs(day) + hour * HOUR_MS + inHour
}

export const writtenDate = (day: string): string => day.split('-').toReversed().join('-')

export function writtenMoment(at: string): string {
  const onTheWall = new Date(wallClockMs(Date.parse(at))).toISOString()
  return `${writtenDate(onTheWall.slice(0, 10))} ${onTheWall.slice(11, 16)}`
}

/** Midnight in UTC, even on days without a midnight in Santiago. */
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Invariant codes, which Excel shows in its reader's language. Text has one, so that an edited cell becomes no formula. */
const FORMATS = {
  text: '@',
  title: '@',
  head: '@',
  note: '@',
  link: '@',
  count: '#,##0',
  share: '0.0%',
  change: '"▲" 0.0%;"▼" 0.0%;0.0%',
  points: '"▲" 0.0 "pp";"▼" 0.0 "pp";0.0 "pp"',
  day: 'dd-mm-yyyy',
  month: 'mmm yyyy',
  moment: 'dd-mm-yyyy hh:mm',
} as const
type Kind = keyof typeof FORMATS

export interface Cell {
  readonly kind: Kind
  readonly value: ExcelJS.CellValue
}
export type Row = readonly (Cell | undefined)[]

export interface Sheet {
  readonly name: string
  readonly rows: readonly Row[]
  /** A width a column, in characters, where the content does not decide. */
  readonly widths?: readonly number[]
  readonly isFiltered?: boolean
}

/** All text of a sheet passes through here, so that all of it is made safe. */
const worded =
  (kind: Kind) =>
  (value: unknown): Cell => ({ kind, value: escapedForFile(safeText(value)) })
export const title = worded('title')
export const head = worded('head')
export const text = worded('text')
export const note = worded('note')

/** Only for addresses of the product itself, because a visitor's text must not become a link. */
export const link = (address: string): Cell => ({
  kind: 'link',
  value: { text: escapedForFile(safeText(address)), hyperlink: address },
})

const numbered =
  (kind: Kind) =>
  (value: number): Cell => ({ kind, value })
export const count = numbered('count')
export const change = numbered('change')
export const points = numbered('points')
/** Figures are in percent with one decimal, cells from 0 to 1. */
export const percent = (value: number): Cell => ({ kind: 'share', value: Math.round(value * 10) / 1_000 })

/** Dates in UTC read as Santiago's clock. */
export const day = (civil: string): Cell => ({ kind: 'day', value: new Date(dayMs(civil)) })
export const month = (civil: string): Cell => ({ kind: 'month', value: new Date(dayMs(`${civil}-01`)) })
export const moment = (instant: string): Cell => ({
  kind: 'moment',
  value: new Date(wallClockMs(Date.parse(instant))),
})

/** A font of every computer, because a missing one changes widths and line breaks. */
const FONT = { name: 'Arial', family: 2, size: 10 } as const
const FONTS: Readonly<Partial<Record<Kind, Partial<ExcelJS.Font>>>> = {
  title: { ...FONT, size: 16, bold: true },
  head: { ...FONT, bold: true },
  note: { ...FONT, italic: true },
  link: { ...FONT, underline: true, color: { argb: 'FF0A607F' } },
}
const HEAD_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7EDF0' } } as const

export const styleOf = ({ kind }: Cell, below: Cell | undefined): Partial<ExcelJS.Style> => ({
  font: FONTS[kind] ?? FONT,
  numFmt: FORMATS[kind],
  alignment: {
    vertical: 'top',
    wrapText: kind === 'text',
    ...(kind === 'head' && below !== undefined && FORMATS[below.kind] !== '@' && { horizontal: 'right' }),
  },
  ...(kind === 'head' && { fill: HEAD_FILL }),
})
