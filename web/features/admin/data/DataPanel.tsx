import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ListSkeleton } from '../../../ui/ListPanel.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { positionLabel, countLabel } from '../../../ui/wording/figures.ts'
import { ExportButton } from '../ExportButton.tsx'
import { withSample, type Sample } from './build-words.ts'
import { BuildTable, type Compared } from './BuildTable.tsx'
import { useProjectionsQuery, type ProjectionsPage } from './data-api.ts'
import { ParkedEvents } from './ParkedEvents.tsx'
import type { BuildComparison } from '@app/contracts/data/calls.ts'
import { DataTable, type Column } from '../../../ui/DataTable.tsx'

const TAB = 'avanzado'
const POLL_MS = 2_000

/** How far the read models are, and what keeps them back. */
export function DataPanel() {
  const { search } = useLocation()
  const isShown = new URLSearchParams(search).get('tab') === TAB
  const pollingInterval = isShown ? POLL_MS : 0
  const { data, isError, refetch, fulfilledTimeStamp } = useProjectionsQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  if (data === undefined && isError)
    return <FailedNotice text="No pudimos cargar los datos." onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton />
  return (
    <Ready
      page={data}
      atMs={fulfilledTimeStamp ?? 0}
      isOutdated={isError}
      pollingInterval={pollingInterval}
    />
  )
}

interface ReadyProps {
  readonly page: ProjectionsPage
  /** When it came. */
  readonly atMs: number
  readonly isOutdated: boolean
  readonly pollingInterval: number
}

function Ready({ page, atMs, isOutdated, pollingInterval }: ReadyProps) {
  const { head, builds } = page
  const whole = useRef<HTMLDivElement>(null)
  useKeptFocus(whole)
  const [samples, setSamples] = useState<readonly Sample[]>([])
  const [compared, setCompared] = useState<Compared>()
  if (samples.at(-1)?.atMs !== atMs) setSamples(withSample(samples, builds, atMs))
  const parked = builds.filter((line) => line.parked > 0)
  // Rows in use that change have to be compared anew.
  const comparedLine = builds.find((line) => line.build === compared?.build && line.differing !== null)
  return (
    <div
      ref={whole}
      role="group"
      aria-label="Datos"
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 outline-none"
    >
      <LogLine head={head} />
      {isOutdated && (
        <p role="status" className="text-small text-warning">
          No pudimos actualizar los datos. Estos son los últimos que llegaron.
        </p>
      )}
      {page.mails_refused && <MailsRefused />}
      <BuildTable builds={builds} samples={samples} onCompared={setCompared} />
      {compared && comparedLine && <Comparison title={comparedLine.title} comparison={compared} />}
      {builds.map(
        ({ build, title, error }) =>
          error !== null && (
            <Panel key={build} title={`Error de ${title}`}>
              <p className="rounded-sm bg-danger-soft px-3 py-2.5 font-mono text-micro wrap-anywhere text-danger">
                {error}
              </p>
            </Panel>
          ),
      )}
      {parked.map((line) => (
        <ParkedEvents key={line.build} line={line} pollingInterval={pollingInterval} />
      ))}
      {parked.length === 0 && (
        <p className="card px-[18px] py-4 text-small text-ink-2">No hay eventos apartados.</p>
      )}
    </div>
  )
}

const LogLine = ({ head }: Pick<ProjectionsPage, 'head'>) => (
  <div className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-2">
    <p>{`Registro de eventos en la posición ${positionLabel(head)}`}</p>
    <ExportButton file="history.ndjson" params={{}} total={1} text="Historial en NDJSON" />
  </div>
)

const MailsRefused = () => (
  <p role="status" className="text-small text-warning">
    En el último día hubo servidores de correo que rechazaron envíos por causa de esta instalación: listas de
    bloqueo, SPF, DKIM, DMARC o la clave de SMTP_URL. Se vuelven a intentar. El código está en el registro del
    programa.
  </p>
)

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
const Comparison = ({ title, comparison: { tables, rows } }: ComparisonProps) => (
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
