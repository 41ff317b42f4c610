import type { Cell, Row } from './cells.ts'
import { countText } from './spanish-text.ts'

const WIDTH_MIN = 10
/** Fits a fingerprint; longer text is wrapped. */
const WIDTH_MAX = 70
const AIR = 4

function charsOf(cell: Cell | undefined): number {
  switch (cell?.kind) {
    case 'head':
    case 'text':
    case 'link':
      return Math.max(...cell.text.split('\n').map((line) => line.length))
    case 'count':
      return countText(cell.number).length
    case 'moment':
      return 'dd-mm-yyyy hh:mm'.length
    // Titles, lines and notes may overflow to the right; the others are short.
    default:
      return 0
  }
}

export function widthsOf(rows: readonly Row[]): readonly number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(...rows.map((row) => charsOf(row[column])))
    return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest + AIR))
  })
}
