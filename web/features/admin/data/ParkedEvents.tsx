import type { ParkedEvent, BuildLine } from '@app/contracts/data.ts'
import { useState } from 'react'
import { z } from 'zod'
import { CallForm, useCallForm } from '../../../app/CallForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Modal } from '../../../ui/Modal.tsx'
import { ListSkeleton } from '../../../ui/ListPanel.tsx'
import { FailedNotice } from '../../../ui/notices/states.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { countLabel, positionLabel, countedText } from '../../../ui/wording/figures.ts'
import { instantText } from '../../../ui/wording/date-time.ts'
import { useParkedQuery, useRetryParkedMutation, useSkipParkedMutation } from './data-api.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { TextField } from '../../../ui/forms/fields.tsx'
import { refusalText } from '../../../app/refusal.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { leftText } from './BuildTable.tsx'

const FAILED = 'No pudimos hacerlo. Inténtalo de nuevo.'

interface SkipDialogProps {
  readonly line: BuildLine
  readonly event: ParkedEvent
  readonly onClose: () => void
}

const reasonForm = z.object({ reason: z.string().trim().min(1, 'Escribe por qué se omite.') })

/** The reason cannot be erased from the history. */
function SkipDialog({ line: { projection, title }, event: { position }, onClose }: SkipDialogProps) {
  const [skip] = useSkipParkedMutation()
  const say = useSay()
  const form = useCallForm({
    schema: reasonForm,
    initial: { reason: '' },
    send: ({ reason }) => skip({ projection, position, reason: reason.trim() }),
    onDone: ({ left }) => {
      onClose()
      say(`Evento omitido. ${leftText(left)}`)
    },
  })
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={`¿Omitir el evento ${positionLabel(position)}?`}
      description={`${title} sigue sin él, y los que lo esperan se procesan en orden. El motivo queda en el Historial: no escribas datos de personas.`}
    >
      <CallForm form={form} fallback={FAILED}>
        <TextField
          label="Motivo"
          autoComplete="off"
          maxLength={LIMITS.lineCharsMax}
          {...form.field('reason')}
        />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" kind="danger" busy={form.sending}>
            {form.sending ? 'Omitiendo...' : 'Omitir'}
          </Button>
        </div>
      </CallForm>
    </Modal>
  )
}

interface ParkedEventsProps {
  readonly line: BuildLine
  readonly pollingInterval: number
}

export function ParkedEvents({ line, pollingInterval }: ParkedEventsProps) {
  const {
    data: events,
    isError,
    refetch,
  } = useParkedQuery(line.projection, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  })
  const [skipped, setSkipped] = useState<ParkedEvent>()
  return (
    <Panel title={`Eventos apartados de ${line.title}`} aside={<RetryAll line={line} />}>
      {events === undefined && !isError && <ListSkeleton />}
      {events === undefined && isError && (
        <FailedNotice text="No pudimos cargar los eventos apartados." onRetry={() => void refetch()} />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {events?.map((event) => (
          <Parked key={event.position} event={event} onSkip={() => setSkipped(event)} />
        ))}
      </ul>
      {skipped && <SkipDialog line={line} event={skipped} onClose={() => setSkipped(undefined)} />}
    </Panel>
  )
}

function RetryAll({ line: { projection, parked } }: { readonly line: BuildLine }) {
  const [retry, { isLoading }] = useRetryParkedMutation()
  const say = useSay()
  const onClick = async (): Promise<void> => {
    const { data, error } = await retry(projection)
    if (data === undefined) return say(`Error: ${refusalText(error, FAILED)}`)
    const done =
      data.gone === 0
        ? 'Ninguno se pudo procesar.'
        : `${countedText(data.gone, 'evento procesado', 'eventos procesados')}.`
    say(`${done} ${leftText(data.left)}`)
  }
  return (
    <Button size="sm" busy={isLoading} onClick={() => void onClick()}>
      {parked === 1 ? 'Reintentar todo' : `Reintentar los ${countLabel(parked)}`}
    </Button>
  )
}

function Parked({ event, onSkip }: { readonly event: ParkedEvent; readonly onSkip: () => void }) {
  const place = positionLabel(event.position)
  return (
    <li
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 ' +
        'text-small last:border-0'
      }
    >
      <div className="min-w-0 flex-[1_1_20rem]">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-mono">{place}</span>
          <span className="font-semibold wrap-anywhere">{event.type ?? 'No se puede leer'}</span>
          <time dateTime={event.parked_at} className="text-ink-3">
            {instantText(Date.parse(event.parked_at))}
          </time>
        </p>
        <Reason event={event} />
      </div>
      {/* Those behind it follow it by themselves. */}
      {event.waits_for === null && (
        <Button size="sm" kind="ghost" aria-label={`Omitir el evento ${place}`} onClick={onSkip}>
          Omitir…
        </Button>
      )}
    </li>
  )
}

function Reason({ event: { error, waits_for: waitsFor } }: { readonly event: ParkedEvent }) {
  if (waitsFor !== null) return <p className="text-ink-2">{`Espera al evento ${positionLabel(waitsFor)}.`}</p>
  if (error === null) return <p className="text-ink-2">Espera su turno: reinténtalo.</p>
  return <p className="font-mono text-micro text-ink-2 wrap-anywhere">{error}</p>
}
