import { relative } from 'node:path'

export function drawTable(rows: readonly (readonly string[])[], textColumns = 1): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) => aligned(cell, column < textColumns, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((row) => `  ${row}`)
    .join('\n')
}

const aligned = (cell: string, isText: boolean, width: number): string => {
  const space = ' '.repeat(width - [...cell].length)
  return isText ? cell + space : space + cell
}

/** `10.000` */
export const figure = (number: number | bigint): string => number.toLocaleString('es-CL')

/** Relative when the file is below the current folder. */
export function shownPath(file: string): string {
  const short = relative(process.cwd(), file)
  return short === '' || short.startsWith('..') ? file : short
}
