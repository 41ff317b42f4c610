import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import type { ListPage } from '../admin-api.ts'
import { ListPager, totalText } from './ListPager.tsx'
import { SearchField } from './SearchField.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import type { ListState } from './use-list.ts'

/** As a query hook gives it. */
export interface ListAnswer<Row> {
  /** The former rows while the next page is fetched. */
  readonly data?: ListPage<Row> | undefined
  readonly isFetching: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface ListFrameProps<Row> {
  readonly list: ListState
  readonly answer: ListAnswer<Row>
  /** `los usuarios`, as in: No pudimos cargar los usuarios. */
  readonly things: string
  /** `['usuario', 'usuarios']` */
  readonly unit: readonly [string, string]
  readonly searchLabel: string
  readonly states: ComponentProps<typeof Segments<string>>['options']
  readonly actions?: ReactNode
  /** For an empty list. */
  readonly empty: ReactNode
  /** For a search or a filter without a match. */
  readonly noMatch?: string
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list of the panel with its frame: search, filters, count, pages; and its states. */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { list, answer } = props
  const { data } = answer
  const top = useRef<HTMLDivElement>(null)
  useKeptFocus(top)
  const { before, toPrevious } = list
  const isCapped = list.asked.search !== ''
  const isLeft = data?.rows.length === 0 && before > 0 && !answer.isFetching
  // The last row of the last page is gone.
  useEffect(() => {
    if (isLeft) toPrevious()
  })
  const turn = (toPage: () => void) => () => {
    toPage()
    top.current?.scrollIntoView?.({ block: 'nearest' })
  }
  return (
    <div
      ref={top}
      role="group"
      aria-label={props.things}
      tabIndex={-1}
      className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-3 outline-none"
    >
      <Toolbar {...props} isCapped={isCapped} />
      <ListBody {...props} />
      {data && !answer.isError && (
        <ListPager
          page={data}
          before={before}
          isCapped={isCapped}
          isBusy={answer.isFetching}
          onPrevious={turn(toPrevious)}
          onNext={turn(() => list.toNext(data))}
        />
      )}
    </div>
  )
}

function Toolbar<Row>(props: ListFrameProps<Row> & { readonly isCapped: boolean }) {
  const { list, answer, unit, isCapped } = props
  const data = answer.isError ? undefined : answer.data
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <SearchField label={props.searchLabel} typed={list.typed} onType={list.type} />
      <Segments label="Estado" options={props.states} chosen={list.filter} onChoose={list.choose} />
      {list.isFiltered && data !== undefined && data.rows.length > 0 && (
        <Button size="sm" kind="ghost" onClick={list.clear}>
          Limpiar filtros
        </Button>
      )}
      {props.actions}
      {data && (
        <p role="status" className="ml-auto text-small whitespace-nowrap text-ink-3 tabular-nums">
          {`${totalText(data.total, isCapped)} ${unit[data.total === 1 ? 0 : 1]}`}
        </p>
      )}
    </div>
  )
}

function ListBody<Row>(props: ListFrameProps<Row>) {
  const { list, answer, things } = props
  const { data, isFetching, isError, refetch } = answer
  if (isError && !isFetching) {
    return <FailedNotice text={`No pudimos cargar ${things}.`} onRetry={() => void refetch()} />
  }
  if (data === undefined || isError) return <ListSkeleton />
  if (data.rows.length > 0) {
    return (
      <div aria-busy={isFetching} className={isFetching ? 'stale' : ''}>
        {props.children(data.rows)}
      </div>
    )
  }
  if (!list.isFiltered) return props.empty
  return (
    <EmptyNotice
      title={
        props.noMatch ?? `Nada coincide con ${list.asked.search === '' ? 'estos filtros' : 'tu búsqueda'}.`
      }
    >
      <Button onClick={list.clear}>Limpiar filtros</Button>
    </EmptyNotice>
  )
}

export const ListSkeleton = () => (
  <div role="status" aria-busy="true" className="grid gap-2.5">
    <span className="sr-only">Cargando…</span>
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className="skeleton h-12 rounded-md" />
    ))}
  </div>
)
