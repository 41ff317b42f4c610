import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ListSkeleton } from '../../../ui/ListPanel.tsx'
import { FailedNotice } from '../../../ui/notices/states.tsx'
import { useKeptFocus } from '../../../ui/focus.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { countedText, positionLabel } from '../../../ui/wording/figures.ts'
import { BuildTable, type Compared } from './BuildTable.tsx'
import { useProjectionsQuery, type ProjectionsPage } from './data-api.ts'
import { ParkedEvents } from './ParkedEvents.tsx'
import type { BuildComparison } from '@app/contracts/data.ts'

const TAB = 'avanzado'
const POLL_MS = 2_000

export function DataPanel() {
  const { search } = useLocation()
  const isShown = new URLSearchParams(search).get('tab') === TAB
  const pollingInterval = isShown ? POLL_MS : 0
  const { data, isError, refetch } = useProjectionsQuery(undefined, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  if (data === undefined && isError)
    return <FailedNotice text="No pudimos cargar los datos." onRetry={() => void refetch()} />
  if (data === undefined) return <ListSkeleton />
  return <Ready page={data} isOutdated={isError} pollingInterval={pollingInterval} />
}

interface ReadyProps {
  readonly page: ProjectionsPage
  readonly isOutdated: boolean
  readonly pollingInterval: number
}

function Ready({ page: { head, builds }, isOutdated, pollingInterval }: ReadyProps) {
  const whole = useRef<HTMLDivElement>(null)
  useKeptFocus(whole)
  const [compared, setCompared] = useState<Compared>()
  const parked = builds.filter((line) => line.parked > 0)
  const comparedLine = builds.find(({ build, state }) => build === compared?.build && state === 'ready')
  return (
    <div
      ref={whole}
      role="group"
      aria-label="Datos"
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 outline-none"
    >
      <p className="text-small text-ink-2">{`Registro de eventos en la posición ${positionLabel(head)}`}</p>
      {isOutdated && (
        <p role="status" className="text-small text-warning">
          No pudimos actualizar los datos. Estos son los últimos que llegaron.
        </p>
      )}
      <BuildTable builds={builds} onCompared={setCompared} />
      {compared && comparedLine && <Differences title={comparedLine.title} tables={compared.tables} />}
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

function Differences({ title, tables }: BuildComparison & { readonly title: string }) {
  const differing = tables.filter(({ only_live, only_other }) => only_live + only_other > 0)
  return (
    <Panel title={`Comparación de ${title}`}>
      {differing.length === 0 && <p>Idénticas</p>}
      <ul aria-label="Filas distintas" className="grid gap-2 text-small">
        {differing.map(({ table, only_live, only_other }) => (
          <li key={table}>
            <span className="font-mono text-micro text-ink-2">{table}</span>{' '}
            <span>{countedText(only_live + only_other, 'fila distinta', 'filas distintas')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
