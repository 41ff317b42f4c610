import type { RowPair } from '@app/projections/runtime/rebuild/compare-table.ts'
import { ROWS_SHOWN_MAX, type Comparison } from '@app/projections/runtime/rebuild/compare.ts'
import { drawTable, figure } from '../text-table.ts'

export const differingRows = ({ tables }: Pick<Comparison, 'tables'>): number =>
  tables.reduce((sum, { differing }) => sum + differing, 0)

/** A table of all tables, and below it the first rows that differ. */
export function comparisonText(comparisons: readonly Comparison[]): string {
  const table = drawTable(
    [
      ['Vista', 'Tabla', 'Posición', 'Filas', 'Distintas'],
      ...comparisons.flatMap(({ projection, position, tables }) =>
        tables.map(({ table: name, rows, differing }) => [
          projection,
          name,
          figure(position),
          figure(rows),
          figure(differing),
        ]),
      ),
    ],
    2,
  )
  return [table, ...comparisons.filter(({ rows }) => rows.length > 0).map(rowsText)].join('\n\n')
}

function rowsText({ rows, ...compared }: Comparison): string {
  const more = differingRows(compared) - rows.length
  return [
    ...rows.map(pairText),
    ...(more > 0 ? [`  …y ${figure(more)} más (se muestran ${ROWS_SHOWN_MAX})`] : []),
  ].join('\n')
}

const CHARS_MAX = 60
const TAIL_CHARS = 4

/** Columns that are equal, and below them those that are not. */
function pairText({ table, live, fresh }: RowPair): string {
  const texts = [live, fresh].map(
    (row) => row && Object.entries(row).map(([column, value]) => `${column}=${valueText(column, value)}`),
  )
  const equal = texts[0]?.filter((text) => texts[1]?.includes(text)) ?? []
  const [inUse, made] = texts.map(
    (all) => all?.filter((text) => !equal.includes(text)).join(' ') ?? '(no está)',
  )
  return [`  ${[table, ...equal].join(' ')}`, `    en uso  ${inUse}`, `    nueva   ${made}`].join('\n')
}

/** Whoever has a visitor's id can read what the visitor left. */
function valueText(column: string, value: unknown): string {
  if (value === null) return '∅'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (column === 'visitor_id') return `…${text.slice(-TAIL_CHARS)}`
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text
}
