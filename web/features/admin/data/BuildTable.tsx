import type { BuildComparison, BuildLine } from '@app/contracts/data.ts'
import { refusalText } from '../../../app/refusal.ts'
import { Badge, type BadgeLook } from '../../../ui/Panel.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { countLabel, countedText } from '../../../ui/wording/figures.ts'
import { DataTable, type Column } from '../../../ui/DataTable.tsx'
import { useTelling } from '../ListButtons.tsx'
import { useCompareBuildMutation, useOrderBuildMutation } from './data-api.ts'
import { durationText, instantText } from '../../../ui/wording/date-time.ts'

export interface Compared extends BuildComparison {
  readonly build: string
}

interface BuildTableProps {
  readonly builds: readonly BuildLine[]
  readonly onCompared: (compared: Compared) => void
}

type Row = BuildLine & { readonly id: string }

export function BuildTable({ builds, onCompared }: BuildTableProps) {
  const columns: readonly Column<Row>[] = [
    {
      head: 'Vista',
      isTitle: true,
      cell: ({ title, projection }) => (
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
          <span className="font-semibold">{title}</span>
          <span className="font-mono text-ink-3">{projection}</span>
        </span>
      ),
    },
    {
      head: 'Estado',
      cell: ({ state, parked }) => (
        <span className="flex min-w-0 flex-wrap items-center gap-2 max-md:justify-end">
          <Badge {...STATES[state]} />
          {parked > 0 && <span className="text-micro font-semibold text-warning">{parkedText(parked)}</span>}
        </span>
      ),
    },
    {
      head: 'Eventos',
      cell: (line) => (
        <span className="tabular-nums">
          {[countLabel(line.events), aheadText(line)].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    { head: 'Retraso', cell: (line) => <span className="text-ink-2 tabular-nums">{lagText(line)}</span> },
    { head: 'Versión', cell: ({ version }) => <span className="font-mono text-ink-3">v{version}</span> },
    {
      head: 'Acciones',
      isActions: true,
      cell: (line) => (
        <span className="inline-flex min-w-0 flex-wrap items-center justify-end gap-2">
          <Actions line={line} builds={builds} onCompared={onCompared} />
        </span>
      ),
    },
  ]
  return (
    <DataTable label="Vistas" columns={columns} rows={builds.map((line) => ({ ...line, id: line.build }))} />
  )
}

const BESIDE: readonly BuildLine['state'][] = ['folding', 'stopped', 'ready', 'upgrading']

interface ActionsProps extends Pick<BuildTableProps, 'builds' | 'onCompared'> {
  readonly line: BuildLine
}

function Actions({ line, builds, onCompared }: ActionsProps) {
  const { title, state } = line
  const isBeside = BESIDE.includes(state)
  if (state === 'upgrading') return null
  if (state === 'former')
    return (
      <OrderButton line={line} order="swap" verb="Volver" done={`${title} volvió a las filas anteriores`} />
    )
  if (!isBeside) {
    const isTaken = builds.some((one) => one.projection === line.projection && BESIDE.includes(one.state))
    return isTaken ? null : <OrderButton line={line} order="make" verb="Reconstruir" />
  }
  return (
    <>
      <OrderButton
        line={line}
        order="cancel"
        kind="ghost"
        verb={state === 'ready' ? 'Eliminar' : 'Cancelar'}
      />
      {state === 'ready' && <CompareButton line={line} onCompared={onCompared} />}
      {state === 'ready' && (
        <OrderButton
          line={line}
          order="swap"
          kind="primary"
          verb="Usar"
          done={`${title} usa las filas nuevas`}
        />
      )}
    </>
  )
}

interface OrderButtonProps {
  readonly line: BuildLine
  readonly order: 'make' | 'cancel' | 'swap'
  readonly verb: string
  readonly done?: string
  readonly kind?: 'primary' | 'ghost'
}

/** Each of these orders can be undone by another one. */
function OrderButton({ line: { build, projection, title }, order, verb, done, kind }: OrderButtonProps) {
  const [give, { isLoading }] = useOrderBuildMutation()
  const tell = useTelling()
  const what = { projection, order, ...(order === 'make' ? {} : { build }) }
  return (
    <Button
      size="sm"
      {...(kind && { kind })}
      busy={isLoading}
      aria-label={`${verb} ${title}`}
      onClick={() => void tell(give(what), done ?? '', 'No pudimos hacerlo. Inténtalo de nuevo.')}
    >
      {verb}
    </Button>
  )
}

function CompareButton({ line, onCompared }: Omit<ActionsProps, 'builds'>) {
  const { build, projection, title } = line
  const [compare, { isLoading }] = useCompareBuildMutation()
  const say = useSay()
  const onClick = async () => {
    const { data, error } = await compare({ projection, build })
    if (data === undefined) say(`Error: ${refusalText(error, 'No pudimos compararlas. Inténtalo de nuevo.')}`)
    else onCompared({ ...data, build })
  }
  return (
    <Button size="sm" busy={isLoading} aria-label={`Comparar ${title}`} onClick={() => void onClick()}>
      {isLoading ? 'Comparando...' : 'Comparar'}
    </Button>
  )
}

const STATES: Readonly<Record<BuildLine['state'], BadgeLook>> = {
  live: { text: 'Al día', tone: 'ok' },
  'catching-up': { text: 'Poniéndose al día', tone: 'warn' },
  failed: { text: 'Con error', tone: 'bad' },
  upgrading: { text: 'Versión nueva en preparación', tone: 'info' },
  folding: { text: 'Reconstruyendo', tone: 'info' },
  stopped: { text: 'Detenida', tone: 'bad' },
  ready: { text: 'Lista', tone: 'info' },
  former: { text: 'Anterior', tone: 'neutral' },
}

const tenths = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** `0 s`, `0,2 s`, `14 min`; a dash while nobody can tell. */
function lagText({ lag_seconds: seconds, replaced_at: replacedAt }: BuildLine): string {
  if (replacedAt !== null) return `Hasta el ${instantText(Date.parse(replacedAt))}`
  if (seconds === null) return '–'
  return seconds < 1 ? `${tenths.format(seconds)} s` : durationText(Math.round(seconds))
}

const parkedText = (count: number): string => countedText(count, 'evento apartado', 'eventos apartados')

export const leftText = (left: number): string =>
  left === 0 ? 'No queda ninguno apartado.' : `${left === 1 ? 'Sigue' : 'Siguen'} ${parkedText(left)}.`

const aheadText = ({ events_ahead: ahead }: BuildLine): string =>
  ahead === 0 ? '' : `${ahead === 1 ? 'falta' : 'faltan'} ${countLabel(ahead)}`
