import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { positionLabel } from '../../../ui/wording/figures.ts'
import { useProjectionsQuery, type ProjectionsPage } from './data-api.ts'
import { ParkedEvents } from './parked/ParkedEvents.tsx'
import { ProjectionTable } from './ProjectionTable.tsx'
import { RebuildPanel } from './rebuild/RebuildPanel.tsx'
import './data.css'

const TAB = 'datos'
const POLL_MS = 2_000
/** While rows are being made. */
const REBUILD_POLL_MS = 1_000

/** How far the read models are, and what keeps them back. */
export function DataPanel() {
  const { search } = useLocation()
  const isShown = new URLSearchParams(search).get('tab') === TAB
  const [isRebuilding, setRebuilding] = useState(false)
  const { data, isError, refetch, fulfilledTimeStamp } = useProjectionsQuery(undefined, {
    pollingInterval: isShown ? (isRebuilding ? REBUILD_POLL_MS : POLL_MS) : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  const isFolding = data?.projections.some(({ rebuild }) => rebuild?.state === 'folding') ?? false
  if (isFolding !== isRebuilding) setRebuilding(isFolding)
  if (data === undefined && isError)
    return <FailedNotice text="No pudimos cargar los datos." onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div role="status" aria-busy="true">
        <span className="sr-only">Cargando…</span>
        <div className="data-skeleton skeleton" />
      </div>
    )
  return (
    <Ready
      page={data}
      atMs={fulfilledTimeStamp ?? 0}
      isOutdated={isError}
      pollingInterval={isShown ? POLL_MS : 0}
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
  const whole = useRef<HTMLDivElement>(null)
  useKeptFocus(whole)
  const parked = page.projections.filter((line) => line.parked > 0)
  return (
    <div
      ref={whole}
      role="group"
      aria-label="Datos"
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-3.5 outline-none"
    >
      <p className="text-small text-ink-2">
        <span>Registro de eventos en la posición </span>
        <span className="data-mono font-mono">{positionLabel(page.head)}</span>
      </p>
      <Upgrading lines={page.projections} />
      {isOutdated && (
        <p role="status" className="text-small text-warning">
          No pudimos actualizar los datos. Estos son los últimos que llegaron.
        </p>
      )}
      {page.mails_refused && <MailsRefused />}
      <ProjectionTable {...page} />
      {page.projections.map(
        (line) =>
          line.rebuild !== null && (
            <RebuildPanel key={line.name} line={line} rebuild={line.rebuild} head={page.head} atMs={atMs} />
          ),
      )}
      {page.projections.map(
        ({ name, title, error }) =>
          error !== null && (
            <Panel key={name} title={`Error de ${title}`}>
              <p className="data-error rounded-sm bg-danger-soft font-mono text-micro text-danger">{error}</p>
            </Panel>
          ),
      )}
      {parked.map((line) => (
        <ParkedEvents key={line.name} line={line} pollingInterval={pollingInterval} />
      ))}
      {parked.length === 0 && (
        <p className="card px-[18px] py-4 text-small text-ink-2">No hay eventos apartados.</p>
      )}
    </div>
  )
}

const MailsRefused = () => (
  <p role="status" className="text-small text-warning">
    En el último día hubo servidores de correo que rechazaron envíos por causa de esta instalación: listas de
    bloqueo, SPF, DKIM, DMARC o la clave de SMTP_URL. Se vuelven a intentar. El código está en el registro del
    programa.
  </p>
)

const names = new Intl.ListFormat('es-CL')

/** The former build of each answers until this program's has caught up, which swaps itself in. */
function Upgrading({ lines }: { readonly lines: ProjectionsPage['projections'] }) {
  const upgrading = lines.filter(({ is_upgrading: isUpgrading }) => isUpgrading)
  if (upgrading.length === 0) return null
  return (
    <p role="status" className="text-small text-ink-2">
      {`Se prepara la versión nueva de ${names.format(upgrading.map(({ title }) => title))}. Mientras tanto responde la anterior, como estaba.`}
    </p>
  )
}
