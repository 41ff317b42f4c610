import * as Dialog from 'radix-ui/dialog'
import type { HistoryEvent, HistoryEntry } from '@app/contracts/audit.ts'
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { ListSkeleton } from '../../../ui/ListPanel.tsx'
import { FailedNotice } from '../../../ui/notices/states.tsx'
import { DialogClose, DialogFrame } from '../../../ui/Modal.tsx'
import { useKeptFocus } from '../../../ui/focus.ts'
import { secondLabel } from '../../../ui/wording/date-time.ts'
import { positionLabel } from '../../../ui/wording/figures.ts'
import { useHistoryEventQuery, type HistoryQuery } from './use-history-list.ts'
import { Facts, Sides, PastMoment } from './EventFacts.tsx'
import { copyText } from '../../../ui/browser/copy-and-save.ts'
import { useSay } from '../../../ui/notices/Toasts.tsx'
import { ExpedienteButton } from '../../history/ExpedienteButton.tsx'

interface EventSheetProps {
  readonly position: string
  readonly listed: HistoryEntry | undefined
  readonly onEarlier: (() => void) | undefined
  readonly onLater: (() => void) | undefined
  readonly onClose: () => void
  readonly onFilter: (changed: Partial<HistoryQuery>) => void
}

const SHEET =
  'fills-screen fixed inset-y-0 right-0 z-40 flex w-full max-w-[30rem] ' +
  'animate-[fade_var(--dur-3)_var(--ease-out)] bg-surface shadow-modal ring-1 ring-line'

const lineOf = (position: string) => document.querySelector(`[data-line='${position}']`)

/** One event of the list; ← and → step through the list, which may be a single life. */
export function EventSheet({ position, listed, onFilter, onClose, ...steps }: EventSheetProps) {
  const { currentData: event, isError, error, isFetching, refetch } = useHistoryEventQuery(position)
  const sheet = useRef<HTMLDivElement>(null)
  useKeptFocus(sheet)
  useEffect(() => {
    if (sheet.current) sheet.current.scrollTop = 0
  }, [position])
  const entry = event?.entry ?? listed
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
    // React passes on the keys of a dialog that the sheet opened.
    if (!currentTarget.contains(target as Node)) return
    if (key === 'ArrowLeft') steps.onEarlier?.()
    if (key === 'ArrowRight') steps.onLater?.()
  }
  return (
    <DialogFrame open onOpenChange={onClose} className={SHEET} findOpener={() => lineOf(position)}>
      <div
        ref={sheet}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 overflow-y-auto px-[min(1.25rem,5vw)] pb-5 outline-none"
      >
        <Steps {...steps} />
        <div aria-live="polite" className="border-b border-line pb-3.5 wrap-anywhere">
          <Dialog.Title className="text-[1.0625rem]/[1.3] font-[650] tracking-[-0.018em] text-pretty">
            {entry ? <Sentence parts={entry.sentence} /> : `Evento ${positionLabel(position)}`}
          </Dialog.Title>
          {entry && (
            <p className="mt-1 flex flex-wrap gap-x-2.5 text-small text-ink-3 tabular-nums *:whitespace-normal">
              <time dateTime={entry.at}>{secondLabel(Date.parse(entry.at))}</time>
              <span className="font-mono">{positionLabel(position)}</span>
            </p>
          )}
        </div>
        {event ? (
          <EventBody key={position} event={event} onFilter={onFilter} />
        ) : isError && !isFetching ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    </DialogFrame>
  )
}

function Steps({ onEarlier, onLater }: Pick<EventSheetProps, 'onEarlier' | 'onLater'>) {
  const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.9 } as const
  return (
    <div className="sticky top-0 z-10 mb-2 flex flex-wrap items-center gap-2 bg-surface py-2.5">
      <Button
        size="sm"
        title="Evento anterior (←)"
        disabled={!onEarlier}
        onClick={onEarlier}
        icon={<ChevronLeft {...icon} />}
      >
        Anterior
      </Button>
      <Button size="sm" title="Evento siguiente (→)" disabled={!onLater} onClick={onLater}>
        <span>Siguiente</span>
        <ChevronRight {...icon} />
      </Button>
      <span className="ml-auto">
        <DialogClose />
      </span>
    </div>
  )
}

const Failure = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) =>
  refusalFrom(error)?.code === 'not-found' ? (
    <p role="alert" className="py-4 text-small text-ink-2">
      Ese evento no está en el Historial. Revisa el enlace, o elige uno de la lista.
    </p>
  ) : (
    <FailedNotice text={refusalText(error, 'No pudimos cargar el evento.')} onRetry={onRetry} />
  )

type BodyProps = { readonly event: HistoryEvent } & Pick<EventSheetProps, 'onFilter'>

function EventBody({ event, onFilter }: BodyProps) {
  const { changes } = event.entry
  return (
    <>
      <Facts event={event} onFilter={onFilter} />
      {changes.length > 0 && (
        <>
          <h3 className="pt-3.5 pb-1 text-micro tracking-normal text-ink-2">Antes y después</h3>
          <dl className="grid gap-2.5">
            {changes.map((change) => (
              <div key={change.field}>
                <dt className="mb-1 text-small font-semibold">{change.label}</dt>
                <Sides {...change} />
              </div>
            ))}
          </dl>
        </>
      )}
      <PastMoment {...event.entry} />
      <EventJson event={event} />
    </>
  )
}

const EXPEDIENTES = { profile: '/profile', account: '/account' } as const

function EventJson({ event: { event, erased, entry } }: { readonly event: HistoryEvent }) {
  const say = useSay()
  const { kind, id } = entry.entity
  const text = JSON.stringify(erased.length === 0 ? event : { ...event, erased }, null, 2)
  const copy = async (): Promise<void> =>
    say((await copyText(document, text)) ? 'JSON copiado' : 'Error: no pudimos copiar. Selecciona el texto.')
  return (
    <details className="mt-4 border-t border-line pt-2.5">
      <summary
        className={
          'min-h-6 w-fit cursor-pointer rounded-sm text-small font-semibold text-ink-2 ' +
          'pointer-coarse:py-2.5'
        }
      >
        Avanzado
      </summary>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy aria-hidden="true" size={14} />} onClick={() => void copy()}>
          Copiar JSON
        </Button>
        {(kind === 'profile' || kind === 'account') && (
          <ExpedienteButton
            wanted={{ url: `${EXPEDIENTES[kind]}/${id}/expediente`, name: `expediente_${id}.jsonl` }}
          />
        )}
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label="Evento en JSON"
        className={
          'mt-2.5 overflow-auto rounded-[10px] bg-surface-2 px-3 py-2.5 font-mono text-micro/[1.6] ' +
          'wrap-anywhere whitespace-pre-wrap text-ink-2 ring-1 ring-line'
        }
      >
        {text}
      </pre>
    </details>
  )
}
