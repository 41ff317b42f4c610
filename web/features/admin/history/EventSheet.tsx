import type { HistoryEvent } from '@app/contracts/api/admin/admin-history.ts'
import type { HistoryEntry, FieldChange } from '@app/contracts/api/history-calls.ts'
import { Sentence } from '../../../ui/history/Sentence.tsx'
import { secondLabel } from '../../../ui/wording/exact-time.ts'
import { positionLabel } from '../../../ui/wording/figures.ts'
import type { SheetSteps } from '../sheet/ListWithSheet.tsx'
import { SheetFailure, SheetSkeleton, SideSheet } from '../sheet/SideSheet.tsx'
import { useHistoryEventQuery } from './event-api.ts'
import { EventActions } from './EventActions.tsx'
import { EventFacts } from './EventFacts.tsx'
import { EventJson } from './EventJson.tsx'
import type { HistoryQuery } from './history-filter.ts'
import './event-sheet.css'
import type { ReactNode } from 'react'
import { ErasedChip } from '../../../ui/history/ErasedChip.tsx'
import { wordDiff, type DiffPart } from './word-diff.ts'

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
            <time dateTime={entry.at}>{secondLabel(Date.parse(entry.at))}</time>
            <span className="font-mono">{positionLabel(position)}</span>
          </>
        )
      }
      stepLabels={STEPS}
      steps={steps}
      actions={event && <EventActions {...event.entry} position={position} />}
    >
      {event ? (
        <EventBody event={event} onFilter={onFilter} />
      ) : isError && !isFetching ? (
        <SheetFailure
          error={error}
          gone="Ese evento no está en el Historial. Revisa el enlace, o elige uno de la lista."
          failed="No pudimos cargar el evento."
          onRetry={() => void refetch()}
        />
      ) : (
        <SheetSkeleton />
      )}
    </SideSheet>
  )
}

/** Each field before and after, with its changed words underlined. Before what was added, and after what was removed, there is nothing to show. */
const FieldDiff = ({ changes }: { readonly changes: readonly FieldChange[] }) => (
  <dl className="diff grid gap-2.5">
    {changes.map((change) => (
      <div key={change.field}>
        <dt className="mb-1 text-small font-semibold">{change.label}</dt>
        <Sides {...change} />
      </div>
    ))}
  </dl>
)

function Sides({ before, after, is_erased, is_blocked }: FieldChange) {
  if (is_erased) {
    return (
      <dd className="diff-erased rounded-sm bg-surface-2 px-2.5 ring-1 ring-line">
        <ErasedChip isBlocked={is_blocked} />
      </dd>
    )
  }
  const diff = wordDiff(before ?? '', after ?? '')
  return (
    <>
      {before !== null && (
        <Side sign="−" label="Antes:" className="is-before bg-danger-soft">
          <Words parts={diff.before} />
        </Side>
      )}
      {after !== null && (
        <Side sign="+" label="Después:" className="is-after bg-success-soft">
          <Words parts={diff.after} />
        </Side>
      )}
    </>
  )
}

interface SideProps {
  readonly sign: string
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

const Side = ({ sign, label, className, children }: SideProps) => (
  <dd className={`diff-side text-small forced-colors:border ${className}`}>
    <i className="text-center font-[650]">
      <span className="sr-only">{label}</span>
      <span aria-hidden="true">{sign}</span>
    </i>
    <span dir="auto" className="whitespace-pre-line wrap-anywhere">
      {children}
    </span>
  </dd>
)

const Words = ({ parts }: { readonly parts: readonly DiffPart[] }) =>
  parts.map((part, at) =>
    part.isChanged ? (
      <span key={at} className="diff-changed font-[650]">
        {part.text}
      </span>
    ) : (
      <span key={at}>{part.text}</span>
    ),
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
