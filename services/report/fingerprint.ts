import { createHash } from 'node:crypto'
import { addressOf } from './layout.ts'
import type { Cell, Sheet } from './cells.ts'

function canonical(cell: Cell): string {
  if ('text' in cell) return JSON.stringify(cell.text)
  return 'number' in cell ? String(cell.number) : new Date(cell.clockMs).toISOString().slice(0, 19)
}

const lines = ({ name, rows }: Sheet): readonly string[] =>
  rows.flatMap((row, rowIndex) =>
    row.flatMap((cell, columnIndex) =>
      cell === undefined ? [] : [`${name}!${addressOf(rowIndex, columnIndex)}=${canonical(cell)}\n`],
    ),
  )

/** SHA-256 over all cells, one a line: equal for reports with equal content. */
export const fingerprintOf = (sheets: readonly Sheet[]): string =>
  createHash('sha256').update(sheets.flatMap(lines).join('')).digest('hex')
