import type { ParkedEvent, ProjectionLine } from '@app/contracts/api/admin/projection-calls.ts'
import { useRef, useState } from 'react'
import { Button } from '../../../../ui/Button.tsx'
import { useKeptFocus } from '../../../../ui/overlays/use-kept-focus.ts'
import { Panel } from '../../../../ui/Panel.tsx'
import { countLabel, positionLabel, countedText } from '../../../../ui/wording/figures.ts'
import { instantText } from '../../../../ui/wording/relative-time.ts'
import { useParkedInfiniteQuery, useRetryParkedMutation, useSkipParkedMutation } from '../data-api.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { TextField } from '../../../../ui/forms/TextField.tsx'
import { OrderDialog } from '../rebuild/OrderDialog.tsx'
import { refusalText } from '../../../../app/refusal.ts'
import { useSay } from '../../../../ui/notices/say.ts'
import { leftText } from '../projection-words.ts'

const FAILED = 'No pudimos reintentar. Inténtalo de nuevo.'

/** All is as many calls as it takes, because each tries only so many. */
function useRetryParked(projection: string) {
  const [ask, { isLoading }] = useRetryParkedMutation()
  const say = useSay()
  const retry = async (position?: string): Promise<void> => {
    let gone = 0
    let after: string | undefined
    do {
      const { data, error } = await ask({ projection, position, after })
      if (data === undefined) return say(`Error: ${refusalText(error, FAILED)}`)
      gone += data.gone
      after = data.next ?? undefined
      if (after !== undefined) continue
      const done =
        gone === 0
          ? 'Ninguno se pudo procesar.'
          : `${countedText(gone, 'evento procesado', 'eventos procesados')}.`
      say(`${done} ${leftText(data.left)}`)
    } while (after !== undefined)
  }
  return { retry, isLoading }
}

interface SkipDialogProps {
  readonly line: ProjectionLine
  readonly event: ParkedEvent
  readonly onClose: () => void
}

/** Its reason cannot be erased from the history. */
function SkipDialog({ line: { name, title }, event: { position }, onClose }: SkipDialogProps) {
  const [skip, { isLoading, error }] = useSkipParkedMutation()
  const say = useSay()
  const field = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  const [wasEmpty, setWasEmpty] = useState(false)
  const isEmpty = reason.trim() === ''
  const confirm = async () => {
    setWasEmpty(isEmpty)
    if (isEmpty) return field.current?.focus()
    const { data } = await skip({ projection: name, position, reason: reason.trim() })
    if (data === undefined) return
    onClose()
    say(`Evento omitido. ${leftText(data.left)}`)
  }
  return (
    <OrderDialog
      title={`¿Omitir el evento ${positionLabel(position)}?`}
      description={`${title} sigue sin él, y los que lo esperan se procesan en orden. El motivo queda en el Historial: no escribas datos de personas.`}
      verb={isLoading ? 'Omitiendo...' : 'Omitir'}
      kind="danger"
      busy={isLoading}
      failure={error && refusalText(error, 'No pudimos omitirlo. Inténtalo de nuevo.')}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label="Motivo"
        autoComplete="off"
        maxLength={LIMITS.lineCharsMax}
        error={wasEmpty && isEmpty ? 'Escribe por qué se omite.' : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </OrderDialog>
  )
}

interface ParkedEventsProps {
  readonly line: ProjectionLine
  readonly pollingInterval: number
}

/** Events that a projection could not process, and those that wait for them. */
export function ParkedEvents({ line, pollingInterval }: ParkedEventsProps) {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useParkedInfiniteQuery(
    line.name,
    { pollingInterval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  )
  const [skipped, setSkipped] = useState<ParkedEvent>()
  const whole = useRef<HTMLDivElement>(null)
  useKeptFocus(whole)
  const events = data?.pages.flatMap(({ rows }) => rows)
  const name = `Eventos apartados de ${line.title}`
  return (
    <Panel title={name} aside={<RetryAll line={line} />}>
      <div ref={whole} role="group" aria-label={name} tabIndex={-1} className="outline-none">
        {events === undefined && !isError && (
          <div role="status" aria-label="Cargando…" className="skeleton h-24" />
        )}
        {events === undefined && isError && (
          <p role="alert" className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-2">
            <span>No pudimos cargar los eventos apartados.</span>
            <Button size="sm" onClick={() => void refetch()}>
              Volver a cargar
            </Button>
          </p>
        )}
        {events && (
          <ul className="grid grid-cols-[minmax(0,1fr)]">
            {events.map((event) => (
              <Parked key={event.position} line={line} event={event} onSkip={() => setSkipped(event)} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button size="sm" kind="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Ver más
          </Button>
        )}
      </div>
      {skipped && <SkipDialog line={line} event={skipped} onClose={() => setSkipped(undefined)} />}
    </Panel>
  )
}

function RetryAll({ line }: { readonly line: ProjectionLine }) {
  const { retry, isLoading } = useRetryParked(line.name)
  return (
    <Button size="sm" busy={isLoading} onClick={() => void retry()}>
      {line.parked === 1 ? 'Reintentar todo' : `Reintentar los ${countLabel(line.parked)}`}
    </Button>
  )
}

interface ParkedProps {
  readonly line: ProjectionLine
  readonly event: ParkedEvent
  readonly onSkip: () => void
}

function Parked({ line, event, onSkip }: ParkedProps) {
  const { retry, isLoading } = useRetryParked(line.name)
  const place = positionLabel(event.position)
  return (
    <li className="data-parked border-b border-line text-small last:border-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="data-mono font-mono">{place}</span>
          <span className="font-semibold wrap-anywhere">{event.type ?? 'No se puede leer'}</span>
          <time dateTime={event.parked_at} className="text-ink-3">
            {instantText(Date.parse(event.parked_at))}
          </time>
        </p>
        <Reason event={event} />
      </div>
      {/* Those behind it follow it by themselves. */}
      {event.waits_for === null && (
        <div className="flex flex-none gap-2">
          <Button
            size="sm"
            busy={isLoading}
            aria-label={`Reintentar el evento ${place}`}
            onClick={() => void retry(event.position)}
          >
            Reintentar
          </Button>
          <Button size="sm" kind="ghost" aria-label={`Omitir el evento ${place}`} onClick={onSkip}>
            Omitir…
          </Button>
        </div>
      )}
    </li>
  )
}

function Reason({ event: { error, waits_for: waitsFor } }: { readonly event: ParkedEvent }) {
  if (waitsFor !== null) return <p className="text-ink-2">{`Espera al evento ${positionLabel(waitsFor)}.`}</p>
  if (error === null) return <p className="text-ink-2">Espera su turno: reinténtalo.</p>
  return <p className="font-mono text-micro text-ink-2 wrap-anywhere">{error}</p>
}
