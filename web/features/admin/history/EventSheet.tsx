import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { refusalFrom, refusalText } from '../../../app/refusal.ts'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { dayLabel, timeWithSeconds } from '../../../ui/wording/exact-time.ts'
import { positionLabel } from '../../../ui/wording/figures.ts'
import type { SheetSteps } from '../sheet/ListWithSheet.tsx'
import { SheetSkeleton, SideSheet } from '../sheet/SideSheet.tsx'
import { useHistoryEventQuery } from './event-api.ts'
import { EventActions } from './EventActions.tsx'
import { EventFacts } from './EventFacts.tsx'
import { EventJson } from './EventJson.tsx'
import { FieldDiff } from './FieldDiff.tsx'
import type { HistoryQuery } from './history-filter.ts'
import './event-sheet.css'

interface EventSheetProps {
  readonly wide: boolean
  readonly position: string
  /** As the list has it, before the event is read. */
  readonly listed: HistoryEntry | undefined
  readonly steps: SheetSteps
  readonly onFilter: (changed: Partial<HistoryQuery>) => void
}

const STEPS = ['Evento anterior', 'Evento siguiente'] as const

export function EventSheet({ wide, position, listed, steps, onFilter }: EventSheetProps) {
  const { currentData: event, isError, error, isFetching, refetch } = useHistoryEventQuery(position)
  const entry = event?.entry ?? listed
  return (
    <SideSheet
      wide={wide}
      line={position}
      title={entry ? <Sentence parts={entry.sentence} /> : `Evento ${positionLabel(position)}`}
      subtitle={
        entry && (
          <>
            <time dateTime={entry.at}>{exactText(entry.at)}</time>
            <span className="font-mono">{positionLabel(position)}</span>
          </>
        )
      }
      stepLabels={STEPS}
      steps={steps}
      actions={event && <EventActions position={position} entity={event.entry.entity} />}
    >
      {event ? (
        <EventBody event={event} onFilter={onFilter} />
      ) : isError && !isFetching ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SheetSkeleton />
      )}
    </SideSheet>
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
