import type { BuildComparison } from '@app/contracts/data/calls.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'
import { DataTable, type Column } from '../../../ui/DataTable.tsx'

type Table = BuildComparison['tables'][number] & { readonly id: string }

const COLUMNS: readonly Column<Table>[] = [
  {
    head: 'Tabla',
    isTitle: true,
    cell: ({ table }) => <span className="font-mono wrap-anywhere">{table}</span>,
  },
  { head: 'Filas', isNumber: true, cell: ({ rows }) => countLabel(rows) },
  { head: 'Solo en uso', isNumber: true, cell: ({ only_live: rows }) => countLabel(rows) },
  { head: 'Solo en la nueva', isNumber: true, cell: ({ only_other: rows }) => countLabel(rows) },
]

interface ComparisonProps {
  readonly title: string
  readonly comparison: BuildComparison
}

/** Counts, and the first rows that differ. */
export const Comparison = ({ title, comparison: { tables, rows } }: ComparisonProps) => (
  <Panel title={`Comparación de ${title}`}>
    <DataTable
      label="Comparación"
      columns={COLUMNS}
      rows={tables.map((table) => ({ ...table, id: table.table }))}
    />
    {rows.length > 0 && (
      <ul aria-label="Filas distintas" className="mt-3 grid gap-2 text-small">
        {rows.map(({ table, is_live: isLive, text }, at) => (
          <li key={at} className="wrap-anywhere">
            <span className="font-semibold">{isLive ? 'En uso' : 'Nueva'}</span>{' '}
            <span className="font-mono text-micro text-ink-2">{`${table} ${text}`}</span>
          </li>
        ))}
      </ul>
    )}
  </Panel>
)
