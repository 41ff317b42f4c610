import type { To } from 'react-router-dom'
import { refusalFrom } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { HistorySkeleton } from '../../../ui/history/HistorySkeleton.tsx'
import { Timeline } from '../../../ui/history/Timeline.tsx'
import { TimelineFooter } from '../../../ui/history/TimelineFooter.tsx'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { countedText, countLabel, positionLabel } from '../../../ui/wording/figures.ts'
import { totalText } from '../../../ui/ListPanel.tsx'
import { detailOf, eventCount } from './history-words.ts'
import type { FilterState, HistoryList } from './use-history-list.ts'

interface EventListProps {
  readonly list: HistoryList
  readonly filter: FilterState
  readonly hrefOf: (position: string) => To
  readonly position: string | undefined
}

const FAILED = 'No pudimos cargar el historial.'

export function EventList({ list, filter, hrefOf, position }: EventListProps) {
  const { entries, total, error, isFetching, isLoadingMore } = list
  const isPale = isFetching && !isLoadingMore
  // The former filter's events say nothing about this one.
  const refusal = refusalFrom(error)
  // Another try of the same filter is refused alike.
  if (refusal?.code === 'invalid')
    return (
      <div role="alert">
        <Empty title={refusal.detail} filter={filter} />
      </div>
    )
  if (error !== undefined && !list.isCurrent) return <FailedNotice text={FAILED} onRetry={list.refetch} />
  if (entries === undefined) return <HistorySkeleton />
  if (entries.length === 0)
    return <Empty title={`Sin eventos ${filter.count > 0 ? 'en este rango' : 'todavía'}.`} filter={filter} />
  return (
    <section
      aria-label="Eventos"
      aria-busy={isPale}
      className={`card flex flex-col overflow-hidden ${isPale ? 'stale' : ''}`}
    >
      <Timeline
        entries={entries}
        nowMs={list.readMs}
        hrefOf={({ position: of }) => hrefOf(of)}
        isSelected={(entry) => entry.position === position}
        placeOf={({ position: of }) => positionLabel(of)}
        detailOf={detailOf}
      />
      <TimelineFooter
        text={shownText(eventCount(entries), total)}
        isError={error !== undefined}
        list={list}
      />
    </section>
  )
}

const shownText = (shown: number, total: number): string =>
  total === 1
    ? `Mostrando ${countedText(1, 'evento', 'eventos')}`
    : `Mostrando ${countLabel(shown)} de ${totalText(total, true)} eventos`

const Empty = ({ title, filter }: { readonly title: string; readonly filter: FilterState }) => (
  <EmptyNotice title={title}>
    {filter.count > 0 && <Button onClick={filter.clear}>Limpiar filtros</Button>}
  </EmptyNotice>
)
