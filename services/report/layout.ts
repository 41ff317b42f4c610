import type { Cell, Row } from './cells.ts'
import { FIGURE_SIZE, TEXT_SIZE } from './styles.ts'

const LINE_POINTS = TEXT_SIZE * 1.3
const ROW_AIR_POINTS = 3
const TITLE_POINTS = 26
/** Column widths are measured in digits, and most letters are narrower. Measured in LibreOffice. */
const CHARS_PER_WIDTH = 1.05

export const isWrapped = (cell: Cell, width: number): boolean =>
  cell.kind === 'text' && (cell.text.length > width || cell.text.includes('\n'))

const linesIn = (cell: Cell, width: number): number =>
  'text' in cell && isWrapped(cell, width)
    ? cell.text
        .split('\n')
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (width * CHARS_PER_WIDTH))), 0)
    : 1

/** In points. Other programs than Excel, and Excel beside pictures, do not fit rows by themselves. */
export function rowHeight(row: Row, widths: readonly number[]): number {
  if (row[0]?.kind === 'title') return TITLE_POINTS
  if (row[0]?.kind === 'figure') return FIGURE_SIZE * 1.3 + ROW_AIR_POINTS
  const lines = row.map((cell, column) => (cell === undefined ? 1 : linesIn(cell, widths[column] ?? 1)))
  return Math.max(1, ...lines) * LINE_POINTS + ROW_AIR_POINTS
}

/** `Nuevo` stands among changes. */
const isNumeric = (cell: Cell): boolean => !('text' in cell) || cell.kind === 'label'

/** An empty row ends a block. */
function headAbove(rows: readonly Row[], rowIndex: number, column: number): boolean {
  for (let at = rowIndex - 1; at >= 0 && rows[at]!.length > 0; at -= 1)
    if (rows[at]![column]?.kind === 'head') return true
  return false
}

function firstBelow(rows: readonly Row[], rowIndex: number, column: number): Cell | undefined {
  for (let at = rowIndex + 1; at < rows.length && rows[at]!.length > 0; at += 1) {
    const cell = rows[at]![column]
    if (cell !== undefined) return cell
  }
  return undefined
}

/** Numbers and dates of a table are aligned right, as is their head; beside a label they are aligned left. */
export function isRight(rows: readonly Row[], rowIndex: number, column: number): boolean {
  const cell = rows[rowIndex]?.[column]
  if (cell === undefined || column === 0) return false
  if (cell.kind !== 'head') return isNumeric(cell) && headAbove(rows, rowIndex, column)
  const below = firstBelow(rows, rowIndex, column)
  return below !== undefined && isNumeric(below)
}

const LETTERS = 26

const columnName = (index: number): string =>
  (index < LETTERS ? '' : columnName(Math.floor(index / LETTERS) - 1)) +
  String.fromCharCode(65 + (index % LETTERS))

/** `A1` is row 0, column 0. */
export const addressOf = (row: number, column: number): string => `${columnName(column)}${row + 1}`
