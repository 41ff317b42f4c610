import { type RowPair, rowTextsOf } from '@app/projections/runtime/rebuild/compare-table.ts'
import { differingRows, ROWS_SHOWN_MAX, type Comparison } from '@app/projections/runtime/rebuild/compare.ts'
import { drawTable, figure } from '../text-table.ts'

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
  const differing = differingRows(compared)
  const more = differing - rows.length
  return [
    `  ${compared.projection}: ${differing === 1 ? '1 fila distinta' : `${figure(differing)} filas distintas`}`,
    ...rows.map(pairText),
    ...(more > 0 ? [`  …y ${figure(more)} más (se muestran ${ROWS_SHOWN_MAX})`] : []),
  ].join('\n')
}

/** Columns that are equal, and below them those that are not. */
function pairText(pair: RowPair): string {
  const { table, equal, live, fresh } = rowTextsOf(pair)
  return [
    `  ${[table, ...(equal === '' ? [] : [equal])].join(' ')}`,
    `    en uso  ${live ?? '(no está)'}`,
    `    nueva   ${fresh ?? '(no está)'}`,
  ].join('\n')
}
