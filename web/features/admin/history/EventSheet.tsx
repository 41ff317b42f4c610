import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useEffect, useId, useRef } from 'react'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { dayLabel, timeWithSeconds } from '../../../ui/wording/exact-time.ts'
import { positionLabel } from '../../../ui/wording/figures.ts'
import { useHistoryEventQuery } from './event-api.ts'
import { EventActions } from './EventActions.tsx'
import { EventFacts } from './EventFacts.tsx'
import { EventJson } from './EventJson.tsx'
import { FieldDiff } from './FieldDiff.tsx'
import type { HistoryFilter } from './history-filter.ts'
import './event-sheet.css'

interface EventSheetProps {
  readonly position: string
  /** As the list has it, before the event is read. */
  readonly listed: HistoryEntry | undefined
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
  readonly onFilter: (changed: Partial<HistoryFilter>) => void
}

/** Beside the list, or below it. */
export function DockedSheet(props: EventSheetProps) {
  const id = useId()
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    // Not returned: in newer browsers it answers a promise, which React would call as a cleanup.
    sheet.current?.scrollIntoView?.({ block: 'nearest' })
  }, [props.position])
  return (
    <aside
      ref={sheet}
      aria-labelledby={id}
      className="docked-sheet card flex flex-col overflow-x-hidden overflow-y-auto"
    >
      <Sheet {...props} titleId={id} />
    </aside>
  )
}

/** Over the whole screen, on phones. */
export const ModalSheet = (props: EventSheetProps) => (
  <DialogFrame
    open
    onOpenChange={props.onClose}
    className="fixed inset-0 z-40 flex animate-[slide-up_var(--dur-4)_var(--ease-out)] flex-col overflow-y-auto bg-surface"
  >
    <Sheet {...props} isModal />
  </DialogFrame>
)

interface SheetProps extends EventSheetProps {
  readonly titleId?: string
  readonly isModal?: boolean
}

function Sheet({ titleId, isModal = false, ...props }: SheetProps) {
  const { position, listed, onFilter } = props
  const { currentData: event, isError, error, isFetching, refetch } = useHistoryEventQuery(position)
  const entry = event?.entry ?? listed
  const title = entry ? <Sentence parts={entry.sentence} /> : `Evento ${positionLabel(position)}`
  const look = 'sheet-title font-[650] wrap-anywhere'
  return (
    <>
      <header className="sheet-head flex items-start border-b border-line">
        <div className="sheet-said min-w-0" aria-live="polite">
          {isModal ? (
            <Dialog.Title className={look}>{title}</Dialog.Title>
          ) : (
            <h2 id={titleId} className={look}>
              {title}
            </h2>
          )}
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5 text-small text-ink-3 tabular-nums">
            {entry && <time dateTime={entry.at}>{exactText(entry.at)}</time>}
            {entry && <span className="font-mono">{positionLabel(position)}</span>}
          </p>
        </div>
        <Steps {...props} />
      </header>
      <div className="sheet-body overflow-y-auto">
        {event ? (
          <EventBody event={event} onFilter={onFilter} />
        ) : isError && !isFetching ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <SheetSkeleton />
        )}
      </div>
      {event && <EventActions position={position} entity={event.entry.entity} />}
    </>
  )
}

const Failed = ({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) =>
  // Another try finds no more.
  refusalFrom(error)?.code === 'not-found' ? (
    <p role="alert" className="py-4 text-small text-ink-2">
      Ese evento no está en el Historial. Revisa el enlace, o elige uno de la lista.
    </p>
  ) : (
    <FailedNotice text={refusalText(error, 'No pudimos cargar el evento.')} onRetry={onRetry} />
  )

function exactText(at: string): string {
  const atMs = Date.parse(at)
  return `${dayLabel(dayInSantiago(atMs))} ${timeWithSeconds(atMs)}`
}

const Steps = ({ onPrevious, onNext, onClose }: EventSheetProps) => (
  <div className="sheet-steps flex flex-none">
    <IconButton
      label="Evento anterior"
      title="Anterior (↑)"
      disabled={onPrevious === undefined}
      onClick={onPrevious}
      className="disabled:text-(--line-strong)"
    >
      <ChevronUp aria-hidden="true" size={17} strokeWidth={1.9} />
    </IconButton>
    <IconButton
      label="Evento siguiente"
      title="Siguiente (↓)"
      disabled={onNext === undefined}
      onClick={onNext}
      className="disabled:text-(--line-strong)"
    >
      <ChevronDown aria-hidden="true" size={17} strokeWidth={1.9} />
    </IconButton>
    <IconButton label="Cerrar" title="Cerrar (Esc)" onClick={onClose}>
      <X aria-hidden="true" size={17} strokeWidth={1.9} />
    </IconButton>
  </div>
)

function EventBody({
  event,
  onFilter,
}: { readonly event: HistoryEvent } & Pick<EventSheetProps, 'onFilter'>) {
  const { changes } = event.entry
  return (
    <>
      {changes.length > 0 && (
        <>
          <h3 className="sheet-subtitle mt-3.5 flex items-center text-micro font-[650] tracking-normal text-ink-2">
            Antes y después
          </h3>
          <FieldDiff changes={changes} />
        </>
      )}
      <EventFacts event={event} onFilter={onFilter} />
      <EventJson event={event.event} erased={event.erased} />
    </>
  )
}

const SheetSkeleton = () => (
  <div role="status" aria-busy="true" className="sheet-skeleton grid gap-3 py-4">
    <span className="sr-only">Cargando…</span>
    <div className="skeleton" />
    <div className="skeleton" />
    <div className="skeleton" />
    <div className="skeleton h-32" />
    <div className="skeleton" />
  </div>
)
