import type ExcelJS from 'exceljs'
import type { Cell } from './cells.ts'

/** A font of every computer, because a missing one changes widths and line breaks. */
const FONT = { name: 'Arial', family: 2 } as const
const INK = { argb: 'FF0A1A21' }
const CAPTION = { argb: 'FF566A73' }
const LINK = { argb: 'FF0A607F' }
const LINE = { argb: 'FFB9C7CE' }
const BAND_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDFF4FD' } } as const
const HEAD_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7EDF0' } } as const

export const TEXT_SIZE = 10
const text: Partial<ExcelJS.Font> = { ...FONT, size: TEXT_SIZE, color: INK }
export const FIGURE_SIZE = 18
const figure: Partial<ExcelJS.Font> = { ...FONT, size: FIGURE_SIZE, bold: true, color: INK }

const FONTS: Readonly<Record<Cell['kind'], Partial<ExcelJS.Font>>> = {
  title: { ...FONT, size: 16, bold: true, color: INK },
  head: { ...text, bold: true },
  note: { ...FONT, size: 9, italic: true, color: CAPTION },
  link: { ...text, underline: true, color: LINK },
  text,
  line: text,
  label: text,
  count: text,
  share: text,
  figure,
  rate: figure,
  change: text,
  points: text,
  day: text,
  month: text,
  moment: text,
}

/** Invariant codes, which Excel shows in its reader's language. */
const FORMATS: Readonly<Record<Cell['kind'], string>> = {
  // As text, so that an edited cell does not become a formula.
  title: '@',
  head: '@',
  text: '@',
  line: '@',
  label: '@',
  note: '@',
  link: '@',
  count: '#,##0',
  share: '0.0%',
  figure: '#,##0',
  rate: '0.0%',
  change: '"▲" 0.0%;"▼" 0.0%;0.0%',
  points: '"▲" 0.0 "pp";"▼" 0.0 "pp";0.0 "pp"',
  day: 'dd-mm-yyyy',
  month: 'mmm yyyy',
  moment: 'dd-mm-yyyy hh:mm',
}

export const inBand = (style: Partial<ExcelJS.Style>): Partial<ExcelJS.Style> => ({
  font: text,
  ...style,
  fill: BAND_FILL,
})

export interface Place {
  readonly isRight: boolean
  readonly isWrapped: boolean
  readonly isFirst: boolean
}

export function styleOf({ kind }: Cell, { isRight, isWrapped, isFirst }: Place): Partial<ExcelJS.Style> {
  return {
    font: FONTS[kind],
    numFmt: FORMATS[kind],
    alignment: {
      horizontal: isRight ? 'right' : 'left',
      vertical: kind === 'title' || kind === 'head' ? 'middle' : 'top',
      wrapText: isWrapped,
      // Keeps texts apart from numbers that end at their column's edge.
      ...(!isRight && !isFirst && { indent: 1 }),
    },
    ...(kind === 'head' && { fill: HEAD_FILL, border: { bottom: { style: 'thin', color: LINE } } }),
  }
}
