import type { HistoryEntry } from '@app/contracts/audit/calls.ts'
import type { To } from 'react-router-dom'
import { HistorySkeleton } from '../../ui/history/HistorySkeleton.tsx'
import { Timeline } from '../../ui/history/Timeline.tsx'
import { TimelineFooter } from '../../ui/history/TimelineFooter.tsx'
import { EmptyNotice } from '../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../ui/notices/FailedNotice.tsx'
import { countedText, countLabel } from '../../ui/wording/figures.ts'
import type { OwnerChanges } from './use-owner-changes.ts'

interface ChangesCardProps {
  readonly changes: OwnerChanges
  readonly hrefOf: (entry: HistoryEntry) => To
  readonly isSelected: (entry: HistoryEntry) => boolean
}

/** Of a restoration, its own version, which changes nothing by itself, to that of its last edit. */
function placeText({ version, events: [first] }: HistoryEntry): string {
  if (version === null) return ''
  return first?.version ? `Versiones ${first.version - 1}–${version}` : `Versión ${version}`
}

export function ChangesCard({ changes, hrefOf, isSelected }: ChangesCardProps) {
  const { entries, total, isError, isLoading, refetch } = changes
  if (isError && entries === undefined)
    return <FailedNotice text="No pudimos cargar el historial." onRetry={refetch} />
  if (isLoading || entries === undefined) return <HistorySkeleton />
  if (entries.length === 0)
    return (
      <EmptyNotice title="Todavía no hay cambios.">
        <p className="text-small text-ink-2">Edita tu perfil: cada cambio queda aquí.</p>
      </EmptyNotice>
    )
  return (
    <section aria-label="Cambios" className="card flex flex-col self-stretch overflow-hidden">
      <Timeline
        entries={entries}
        nowMs={changes.readMs}
        hrefOf={hrefOf}
        isSelected={isSelected}
        placeOf={placeText}
      />
      <TimelineFooter
        text={`Mostrando ${countLabel(entries.length)} de ${countedText(total, 'cambio', 'cambios')}`}
        isError={isError}
        list={changes}
      />
    </section>
  )
}
