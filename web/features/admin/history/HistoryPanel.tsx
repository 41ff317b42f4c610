import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router-dom'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { ListWithSheet } from '../sheet/ListWithSheet.tsx'
import { EventList } from './EventList.tsx'
import { hasUnknown, valueIn } from './history-filter.ts'
import { entityId, entityText, ENTITY_NAMES, shortId } from './history-words.ts'
import { HistoryExports } from './HistoryExports.tsx'
import { WideFilters } from './HistoryFilters.tsx'
import { useHistoryFilter, useHistoryList, type FilterState } from './use-history-list.ts'
import './history-panel.css'

const NarrowFilters = lazy(async () => ({ default: (await import('./NarrowFilters.tsx')).NarrowFilters }))
const EventSheet = lazy(async () => ({ default: (await import('./EventSheet.tsx')).EventSheet }))

const TAB = 'historial'

export function HistoryPanel() {
  const { search } = useLocation()
  const wide = useMedia('(min-width: 901px)')
  const filter = useHistoryFilter()
  const list = useHistoryList(filter.asked)
  // Other tabs keep this one's parameters in their addresses.
  const isShown = new URLSearchParams(search).get('tab') === TAB
  const position = (isShown && valueIn(search, 'event')) || undefined
  const isEmpty = list.entries === undefined || list.entries.length === 0
  const fields = { filter, entityName: entityNameIn(list.entries ?? [], filter.shown.entity) }
  const exported = { filter: filter.asked, isEmpty }
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3">
      {wide ? (
        <WideFilters {...fields} exports={<HistoryExports {...exported} />} />
      ) : (
        <Suspense fallback={<div className="h-11" />}>
          <NarrowFilters {...fields} exported={exported} />
        </Suspense>
      )}
      <CorrelationChip filter={filter} />
      {isShown && hasUnknown(search) && (
        <Notice tone="info">La dirección nombra algo que no existe; lo demás se muestra.</Notice>
      )}
      {list.isBehind && (
        <Notice tone="warning">Faltan los últimos eventos. Los agregamos apenas estén listos.</Notice>
      )}
      <ListAndEvent list={list} filter={filter} position={position} wide={wide} />
    </div>
  )
}

function entityNameIn(entries: readonly HistoryEntry[], id: string): string {
  const found = entries.find(({ entity }) => entityId(entity) === id)?.entity
  const known = found && entityText(found)
  if (known !== undefined) return known
  const kind = (Object.keys(ENTITY_NAMES) as (keyof typeof ENTITY_NAMES)[]).find((one) => id.startsWith(one))
  return kind === undefined ? '' : `${ENTITY_NAMES[kind]} ${shortId(id.slice(kind.length + 1))}`.trim()
}

function CorrelationChip({ filter }: { readonly filter: FilterState }) {
  const { correlation } = filter.shown
  if (correlation === '') return null
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-ink-2">
      Solo lo que hizo una misma acción
      <button
        type="button"
        aria-label="Quitar el filtro de correlación"
        onClick={() => filter.change({ correlation: '' })}
        className="inline-flex h-7 items-center gap-1.5 rounded-full bg-accent-soft px-2.5 font-mono text-micro text-accent pointer-coarse:h-11"
      >
        {shortId(correlation)}
        <X aria-hidden="true" size={14} strokeWidth={2} />
      </button>
    </p>
  )
}

interface ListAndEventProps {
  readonly list: ReturnType<typeof useHistoryList>
  readonly filter: FilterState
  readonly position: string | undefined
  readonly wide: boolean
}

const COLUMNS = 'min-[1181px]:@min-[53rem]:grid-cols-[minmax(0,1fr)_448px]'

function ListAndEvent({ list, filter, position, wide }: ListAndEventProps) {
  const entries = list.entries ?? []
  return (
    <ListWithSheet
      keys={entries.flatMap((entry) => [entry, ...entry.events]).map((event) => event.position)}
      param="event"
      open={position}
      wide={wide}
      columns={COLUMNS}
      list={(hrefOf) => <EventList list={list} filter={filter} hrefOf={hrefOf} position={position} />}
      sheet={(steps) => (
        <EventSheet
          wide={wide}
          position={position ?? ''}
          listed={entries.find((entry) => entry.position === position)}
          steps={steps}
          // On phones it would cover the list.
          onFilter={(changed) => filter.change(changed, wide ? {} : { event: '' })}
        />
      )}
    />
  )
}
