import type { HistoryEntry } from '@app/contracts/audit.ts'
import { lazy } from 'react'
import { useLocation, useNavigate, type To } from 'react-router-dom'
import { searchWith } from '../../../app/public-url.ts'
import { LazyPart, EmptyNotice, FailedNotice } from '../../../ui/notices/states.tsx'
import { Notice } from '../../../ui/notices/Notice.tsx'
import {
  valueIn,
  useHistoryFilter,
  useHistoryList,
  type FilterState,
  type HistoryList,
  entityId,
  entityText,
  ENTITY_NAMES,
  shortId,
  detailOf,
} from './use-history-list.ts'
import { HistoryFilters } from './HistoryFilters.tsx'
import { refusalFrom } from '../../../app/refusal.ts'
import { Button } from '../../../ui/Button.tsx'
import { HistorySkeleton, Timeline, TimelineFooter } from '../../../ui/history/Timeline.tsx'
import { countedText, countLabel, positionLabel } from '../../../ui/wording/figures.ts'
import { totalText } from '../../../ui/ListPanel.tsx'

const EventSheet = lazy(async () => ({ default: (await import('./EventSheet.tsx')).EventSheet }))

const TAB = 'historial'

export function HistoryPanel() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filter = useHistoryFilter()
  const list = useHistoryList(filter.request)
  const { entries = [] } = list
  // Other tabs keep this one's parameters in their addresses.
  const isShown = new URLSearchParams(search).get('tab') === TAB
  const position = (isShown && valueIn(search, 'event')) || undefined
  const hrefOf = (event: string) => ({ search: searchWith(search, { event }) })
  const positions = entries.map((entry) => entry.position)
  const stepBy = (lines: number): (() => void) | undefined => {
    const next = position === undefined ? undefined : positions[positions.indexOf(position) + lines]
    const isListed = position !== undefined && positions.includes(position)
    if (!isListed || next === undefined) return undefined
    return () => void navigate(hrefOf(next), { replace: true, preventScrollReset: true })
  }
  const close = () => void navigate(hrefOf(''), { preventScrollReset: true })
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
      <HistoryFilters
        filter={filter}
        entityName={entityNameIn(entries, filter.shown.entity)}
        total={list.entries && list.total}
      />
      {list.isBehind && (
        <Notice tone="warning">Faltan los últimos eventos. Los agregamos apenas estén listos.</Notice>
      )}
      <EventList list={list} filter={filter} hrefOf={hrefOf} position={position} />
      {position !== undefined && (
        <LazyPart onFailed={close}>
          <EventSheet
            position={position}
            listed={entries.find((entry) => entry.position === position)}
            onEarlier={stepBy(1)}
            onLater={stepBy(-1)}
            onClose={close}
            onFilter={(changed) => filter.change(changed, { event: '' })}
          />
        </LazyPart>
      )}
    </div>
  )
}

function entityNameIn(entries: readonly HistoryEntry[], id: string): string {
  const listed = entries.find(({ entity }) => entityId(entity) === id)?.entity
  const name = listed && entityText(listed)
  if (name !== undefined) return name
  const kind = (Object.keys(ENTITY_NAMES) as (keyof typeof ENTITY_NAMES)[]).find((one) => id.startsWith(one))
  return kind === undefined ? '' : `${ENTITY_NAMES[kind]} ${shortId(id.slice(kind.length + 1))}`.trim()
}

interface EventListProps {
  readonly list: HistoryList
  readonly filter: FilterState
  readonly hrefOf: (position: string) => To
  readonly position: string | undefined
}

const FAILED = 'No pudimos cargar el historial.'

function EventList({ list, filter, hrefOf, position }: EventListProps) {
  const { entries, total, error, isFetching, isLoadingMore } = list
  const isPale = isFetching && !isLoadingMore
  // The former filter's events say nothing about this one.
  const refusal = refusalFrom(error)
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
      <TimelineFooter text={shownText(entries.length, total)} isError={error !== undefined} list={list} />
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
