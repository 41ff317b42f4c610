import type { ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { DataTable, type Column } from '../lists/DataTable.tsx'
import type { ProjectionsPage } from './data-api.ts'
import { lagText, parkedText, partOf, plainPosition, REBUILDS, STATES } from './projection-words.ts'
import { RowActions } from './rebuild/RowActions.tsx'

type Row = ProjectionLine & { readonly id: string }

export function ProjectionTable({ head, projections }: ProjectionsPage) {
  const columns: readonly Column<Row>[] = [
    {
      head: 'Proyección',
      isTitle: true,
      cell: ({ title, name }) => (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <span className="font-semibold">{title}</span>
          <span className="data-mono font-mono text-ink-3">{name}</span>
        </span>
      ),
    },
    {
      head: 'Estado',
      cell: ({ state, parked, rebuild }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2 max-md:justify-end">
          {/* Trouble of the rows in use is said as well. */}
          {(rebuild === null || state !== 'live') && <Badge {...STATES[state]} />}
          {rebuild && <Badge {...REBUILDS[rebuild.state]} />}
          {parked > 0 && <span className="text-micro font-semibold text-warning">{parkedText(parked)}</span>}
        </span>
      ),
    },
    { head: 'Posición', cell: (line) => <Place line={line} head={head} /> },
    {
      head: 'Retraso',
      cell: ({ lag_seconds: seconds }) => <span className="text-ink-2 tabular-nums">{lagText(seconds)}</span>,
    },
    { head: 'Versión', cell: ({ version }) => <span className="font-mono text-ink-3">v{version}</span> },
    { head: 'Acciones', isActions: true, cell: (line) => <RowActions line={line} /> },
  ]
  return (
    <DataTable
      label="Proyecciones"
      columns={columns}
      rows={projections.map((line) => ({ ...line, id: line.name }))}
    />
  )
}

function Place({
  line: { position, state },
  head,
}: {
  readonly line: ProjectionLine
  readonly head: string
}) {
  return (
    <span className="data-place tabular-nums">
      <span>
        <span>{plainPosition(position)}</span>
        <span className="text-ink-3"> / {plainPosition(head)}</span>
      </span>
      <span aria-hidden="true" className={`data-meter is-${state}`}>
        <i style={{ transform: `scaleX(${partOf(position, head)})` }} />
      </span>
    </span>
  )
}
