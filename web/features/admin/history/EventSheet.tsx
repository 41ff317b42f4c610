import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { useEffect, useId, useRef } from 'react'
import { refusalText } from '../../../app/refusal.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { DialogFrame } from '../../../ui/overlays/DialogFrame.tsx'
import { dayLabel, timeWithSeconds } from '../../../ui/wording/exact-time.ts'
import { positionLabel } from '../../../ui/wording/figures.ts'
import { useHistoryEventQuery } from './admin-history-api.ts'
import { EventActions } from './EventActions.tsx'
import { EventFacts } from './EventFacts.tsx'
import { EventJson } from './EventJson.tsx'
import { FieldDiff } from './FieldDiff.tsx'
import type { HistoryFilter } from './history-filter.ts'

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
      className="card flex scroll-m-4 flex-col overflow-hidden shadow-[0_0_0_1px_var(--line),var(--shadow-2)] min-[1181px]:sticky min-[1181px]:top-4 min-[1181px]:max-h-[calc(100dvh-32px)]"
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
    className="fixed inset-0 z-40 flex animate-[slide-up_var(--dur-4)_var(--ease-out)] flex-col bg-surface"
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
  const look = 'text-[1.0625rem] leading-[1.3] font-[650] tracking-[-0.018em] text-pretty wrap-anywhere'
  return (
    <>
      <header className="flex items-start gap-1 border-b border-line py-2.5 pr-2 pl-4 min-[901px]:gap-2 min-[901px]:pt-4 min-[901px]:pr-3 min-[901px]:pb-3.5 min-[901px]:pl-5">
        <div className="min-w-0 flex-1" aria-live="polite">
          {isModal ? (
            <Dialog.Title className={look}>{title}</Dialog.Title>
          ) : (
            <h2 id={titleId} className={look}>
              {title}
            </h2>
          )}
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5 text-small text-ink-3 tabular-nums">
            {entry && <time dateTime={entry.at}>{exactText(entry.at)}</time>}
            <span className="font-mono">{positionLabel(position)}</span>
          </p>
        </div>
        <Steps {...props} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 min-[901px]:px-5">
        {event ? (
          <EventBody event={event} onFilter={onFilter} />
        ) : isError && !isFetching ? (
          <FailedNotice
            text={refusalText(error, 'No pudimos cargar el evento.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <SheetSkeleton />
        )}
      </div>
      {event && <EventActions position={position} entity={event.entry.entity} />}
    </>
  )
}

function exactText(at: string): string {
  const atMs = Date.parse(at)
  return `${dayLabel(dayInSantiago(atMs))} ${timeWithSeconds(atMs)}`
}

const Steps = ({ onPrevious, onNext, onClose }: EventSheetProps) => (
  <div className="flex flex-none gap-0.5 pointer-coarse:gap-3 pointer-coarse:pt-1.5 pointer-coarse:pr-2">
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
          <h3 className="mt-3.5 flex min-h-7 items-center text-micro font-[650] tracking-normal text-ink-2">
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
  <div role="status" aria-busy="true" className="grid gap-3 py-4">
    <span className="sr-only">Cargando…</span>
    <div className="skeleton h-4 w-28" />
    <div className="skeleton h-14" />
    <div className="skeleton h-20" />
    <div className="skeleton h-32" />
    <div className="skeleton h-48" />
  </div>
)
