import type { DifferingRow, RebuildComparison } from '@app/contracts/api/admin/rebuild-calls.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { countLabel } from '../../../../ui/wording/figures.ts'
import { DataTable, type Column } from '../../lists/DataTable.tsx'
import { differingText } from './rebuild-words.ts'

interface ComparisonProps {
  readonly comparison: RebuildComparison
}
type Compared = RebuildComparison['tables'][number] & { readonly id: string }

const COLUMNS: readonly Column<Compared>[] = [
  {
    head: 'Tabla',
    isTitle: true,
    cell: ({ table }) => <span className="data-mono min-w-0 font-mono wrap-anywhere">{table}</span>,
  },
  { head: 'Filas en uso', isNumber: true, cell: ({ rows }) => countLabel(rows) },
  { head: 'Filas nuevas', isNumber: true, cell: ({ fresh_rows: rows }) => countLabel(rows) },
  {
    head: 'Diferencia',
    isNumber: true,
    cell: ({ differing }) => <Badge tone={differing === 0 ? 'ok' : 'warn'} text={differingText(differing)} />,
  },
]

export const ComparedTables = ({ comparison: { tables } }: ComparisonProps) => (
  <div className="mt-3">
    <DataTable
      label="Comparación"
      columns={COLUMNS}
      rows={tables.map((line) => ({ ...line, id: line.table }))}
    />
  </div>
)

/** The first ones, side by side. */
export const DifferingRows = ({ comparison: { rows, differing } }: ComparisonProps) => (
  <div role="region" aria-label="Filas distintas" tabIndex={0} className="data-differing mt-3">
    {rows.length < differing && (
      <p className="text-small text-ink-2">{`Se ven las primeras ${countLabel(rows.length)}.`}</p>
    )}
    <ul className="grid grid-cols-[minmax(0,1fr)]">
      {rows.map((row, at) => (
        <RowPair key={at} row={row} />
      ))}
    </ul>
  </div>
)

function RowPair({ row: { table, equal, live, fresh } }: { readonly row: DifferingRow }) {
  return (
    <li className="grid gap-1.5 border-b border-line py-3 text-small last:border-0">
      <p className="data-mono font-mono font-semibold wrap-anywhere">{table}</p>
      {equal !== '' && <p className="font-mono text-micro text-ink-2 wrap-anywhere">{equal}</p>}
      <dl className="grid gap-2 md:grid-cols-2">
        <Version name="En uso" values={live} />
        <Version name="Nueva" values={fresh} />
      </dl>
    </li>
  )
}

const Version = ({ name, values }: { readonly name: string; readonly values: string | null }) => (
  <div className="min-w-0 rounded-sm bg-surface-2 px-3 py-2">
    <dt className="text-micro font-semibold text-ink-2">{name}</dt>
    <dd className={`text-micro wrap-anywhere ${values === null ? 'text-ink-3' : 'font-mono'}`}>
      {values ?? 'No está'}
    </dd>
  </div>
)
