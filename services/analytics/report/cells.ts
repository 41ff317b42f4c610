import type ExcelJS from 'exceljs'
import { escapedForFile, safeText } from './safe-text.ts'
import { dayMs, wallClockMs } from './wall-clock.ts'

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

/** Data that the workbook writes. The first row stays in view. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly Row[]
  /** A width a column, in characters, where the content does not decide. */
  readonly widths?: readonly number[]
  readonly isFiltered?: boolean
  /** A range such as `B2:Y8`, in which higher values are darker. */
  readonly shaded?: string
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

/** Numbers are aligned right by themselves, and their head as they are. */
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
