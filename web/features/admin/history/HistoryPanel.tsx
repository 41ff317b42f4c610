import type { HistoryEntry } from '@app/contracts/api/history-calls.ts'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { Notice } from '../../../ui/notices/Notice.tsx'
import { EventList } from './EventList.tsx'
import { searchWith } from './history-filter.ts'
import { entityId, entityText, KIND_NAMES, shortId } from './history-words.ts'
import { HistoryExports } from './HistoryExports.tsx'
import { WideFilters } from './HistoryFilters.tsx'
import { SealLine } from './SealLine.tsx'
import { useHistoryFilter, useHistoryList, type FilterState } from './use-history-list.ts'

const NarrowFilters = lazy(async () => ({ default: (await import('./NarrowFilters.tsx')).NarrowFilters }))
const DockedSheet = lazy(async () => ({ default: (await import('./EventSheet.tsx')).DockedSheet }))
const ModalSheet = lazy(async () => ({ default: (await import('./EventSheet.tsx')).ModalSheet }))

const TAB = 'historial'
const POSITION = /^\d{1,20}$/

export function HistoryPanel() {
  const { search } = useLocation()
  const wide = useMedia('(min-width: 901px)')
  const filter = useHistoryFilter()
  const list = useHistoryList(filter.asked)
  const params = new URLSearchParams(search)
  // Other tabs keep this one's parameters in their addresses.
  const isShown = params.get('tab') === TAB
  const named = params.get('event') ?? ''
  const position = isShown && POSITION.test(named) ? named : undefined
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
      <SealLine isShown={isShown} />
      {list.isBehind && (
        <Notice tone="warning">Faltan los últimos eventos. Los agregamos apenas estén listos.</Notice>
      )}
      <ListWithSheet list={list} filter={filter} position={position} wide={wide} />
    </div>
  )
}

function entityNameIn(entries: readonly HistoryEntry[], id: string): string {
  const found = entries.find(({ entity }) => entityId(entity) === id)?.entity
  const known = found && entityText(found)
  if (known !== undefined) return known
  const kind = (Object.keys(KIND_NAMES) as (keyof typeof KIND_NAMES)[]).find((one) => id.startsWith(one))
  return kind === undefined ? '' : `${KIND_NAMES[kind]} ${shortId(id.slice(kind.length + 1))}`.trim()
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

interface ListWithSheetProps {
  readonly list: ReturnType<typeof useHistoryList>
  readonly filter: FilterState
  readonly position: string | undefined
  readonly wide: boolean
}

const isScrolled = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, pre, [role=dialog] dl') !== null

function ListWithSheet({ list, filter, position, wide }: ListWithSheetProps) {
  const whole = useRef<HTMLDivElement>(null)
  const { at, entry, goTo, hrefOf, step } = useOpenEvent(list.entries ?? [], position, whole)
  const onKeyDown = (event: KeyboardEvent) => {
    if (position === undefined || event.defaultPrevented || isScrolled(event.target)) return
    const steps: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowUp: step(-1),
      ArrowDown: step(1),
      Escape: wide ? () => goTo(undefined) : undefined,
    }
    const act = steps[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  useEscapeWithoutFocus(wide && position !== undefined, () => goTo(undefined))
  const Sheet = wide ? DockedSheet : ModalSheet
  const isDocked = wide && position !== undefined
  return (
    <div
      ref={whole}
      onKeyDown={onKeyDown}
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-3.5 ${isDocked ? 'min-[1181px]:@min-[53rem]:grid-cols-[minmax(0,1fr)_448px]' : ''}`}
    >
      <EventList list={list} filter={filter} hrefOf={hrefOf} position={position} />
      {position !== undefined && (
        <Suspense fallback={null}>
          <Sheet
            position={position}
            listed={entry}
            onPrevious={at > 0 ? step(-1) : undefined}
            onNext={step(1)}
            onClose={() => goTo(undefined)}
            // On phones it would cover the list.
            onFilter={(changed) => filter.change(changed, wide ? {} : { event: '' })}
          />
        </Suspense>
      )}
    </div>
  )
}

/** After a reload nothing has the focus, and keys reach the document alone. */
function useEscapeWithoutFocus(isOpen: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent(({ key, target }: globalThis.KeyboardEvent) => {
    if (key === 'Escape' && target === document.body) close()
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const listener = (event: globalThis.KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOpen])
}

/** The event that the address names, and the ways from it. */
function useOpenEvent(
  entries: readonly HistoryEntry[],
  position: string | undefined,
  whole: RefObject<HTMLElement | null>,
) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const at = entries.findIndex((entry) => entry.position === position)
  const lineOf = (wanted: string) => whole.current?.querySelector<HTMLElement>(`[data-position='${wanted}']`)
  const goTo = (next: string | undefined, replace = false) => {
    void navigate(
      { search: searchWith(search, { event: next ?? '' }) },
      { replace, preventScrollReset: true },
    )
    const isOnLine = document.activeElement?.hasAttribute('data-position') === true
    if (next !== undefined && isOnLine) lineOf(next)?.focus()
    if (next === undefined && position !== undefined) lineOf(position)?.focus()
  }
  return {
    at,
    entry: entries[at],
    goTo,
    hrefOf: (entry: HistoryEntry) => ({ search: searchWith(search, { event: entry.position }) }),
    step: (by: number): (() => void) | undefined => {
      const next = at < 0 ? undefined : entries[at + by]
      return next && (() => goTo(next.position, true))
    },
  }
}
