import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Search } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { DataTable, type Column } from './DataTable.tsx'
import { EmptyNotice, FailedNotice } from './notices/states.tsx'
import { useKeptFocus } from './focus.ts'
import { Segments } from './Segments.tsx'
import type { ListPage, ListState } from './use-list.ts'
import { countLabel } from './wording/figures.ts'

export interface ListAnswer<Row> {
  readonly data?: ListPage<Row> | undefined
  readonly isFetching: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface ListPanelProps<Row extends { readonly id: string }> {
  readonly list: ListState
  readonly answer: ListAnswer<Row>
  /** `los usuarios`, as in: No pudimos cargar los usuarios. */
  readonly things: string
  readonly unit: readonly [string, string]
  readonly searchLabel: string
  readonly states: ComponentProps<typeof Segments<string>>['options']
  readonly actions?: ReactNode
  readonly empty: ReactNode
  readonly noMatch?: string | undefined
  readonly label: string
  readonly columns?: readonly Column<Row>[]
  readonly card?: (row: Row) => ReactNode
}

/** A search counts no more than one above the limit, unless counters have its total. */
export const totalText = (total: number, isSearch: boolean): string =>
  isSearch && total === LIMITS.searchCountedMax + 1
    ? `más de ${countLabel(LIMITS.searchCountedMax)}`
    : countLabel(total)

export function ListPanel<Row extends { readonly id: string }>(props: ListPanelProps<Row>) {
  const { list, answer, things } = props
  const { before, toPrevious } = list
  const top = useRef<HTMLDivElement>(null)
  useKeptFocus(top)
  const isLeft = answer.data?.rows.length === 0 && before > 0 && !answer.isFetching
  // The last row of the last page is gone.
  useEffect(() => {
    if (isLeft) toPrevious()
  })
  const turn = (toPage: () => void) => () => {
    if (answer.isFetching) return
    toPage()
    top.current?.scrollIntoView?.({ block: 'nearest' })
  }
  return (
    <div
      ref={top}
      role="group"
      aria-label={things}
      tabIndex={-1}
      className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-3 outline-none"
    >
      <Toolbar {...props} />
      <Body {...props} />
      <Pager {...props} turn={turn} />
    </div>
  )
}

const shownData = <Row,>({ data, isError }: ListAnswer<Row>) => (isError ? undefined : data)

const SearchField = ({ list: { typed, type }, label }: SearchFieldProps) => (
  <label
    className={
      'flex h-9 w-[300px] max-w-full min-w-0 flex-auto items-center gap-2 rounded-[10px] bg-surface ' +
      'px-2.5 shadow-[inset_0_0_0_1px_var(--line-strong)] ' +
      'focus-within:shadow-[inset_0_0_0_2px_var(--accent)] md:flex-none pointer-coarse:h-11 ' +
      'forced-colors:border'
    }
  >
    <Search aria-hidden="true" size={16} strokeWidth={1.9} className="flex-none text-ink-3" />
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={LIMITS.searchCharsMax}
      value={typed}
      onChange={({ target }) => type(target.value)}
      className={
        'h-full min-w-0 flex-1 bg-transparent text-small text-ellipsis outline-none ' +
        'placeholder:text-ink-3 pointer-coarse:text-[1rem]'
      }
    />
  </label>
)

interface SearchFieldProps {
  readonly list: { readonly typed: string; readonly type: (text: string) => void }
  readonly label: string
}

function Toolbar<Row extends { readonly id: string }>(props: ListPanelProps<Row>) {
  const { list, unit } = props
  const data = shownData(props.answer)
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <SearchField list={list} label={props.searchLabel} />
      <Segments label="Estado" options={props.states} chosen={list.filter} onChoose={list.choose} />
      {list.isFiltered && data !== undefined && data.rows.length > 0 && (
        <Button size="sm" kind="ghost" onClick={list.clear}>
          Limpiar filtros
        </Button>
      )}
      {props.actions}
      {data && (
        <p role="status" className="ml-auto text-small whitespace-nowrap text-ink-3 tabular-nums">
          {`${totalText(data.total, list.request.search !== '')} ${unit[data.total === 1 ? 0 : 1]}`}
        </p>
      )}
    </div>
  )
}

function Body<Row extends { readonly id: string }>(props: ListPanelProps<Row>) {
  const { list, things, label, columns, card } = props
  const { data, isFetching, isError, refetch } = props.answer
  if (isError && !isFetching)
    return <FailedNotice text={`No pudimos cargar ${things}.`} onRetry={() => void refetch()} />
  if (data === undefined || isError) return <ListSkeleton />
  if (data.rows.length > 0)
    return (
      <div aria-busy={isFetching} className={isFetching ? 'stale' : ''}>
        {columns ? (
          <DataTable label={label} columns={columns} rows={data.rows} sort={list.sort} onSort={list.sortBy} />
        ) : (
          <ul
            aria-label={label}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(440px,100%),1fr))] gap-3.5"
          >
            {data.rows.map((row) => card?.(row))}
          </ul>
        )}
      </div>
    )
  if (!list.isFiltered) return props.empty
  const what = list.request.search === '' ? 'estos filtros' : 'tu búsqueda'
  return (
    <EmptyNotice title={props.noMatch ?? `Nada coincide con ${what}.`}>
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

interface PagerProps {
  readonly list: ListState
  readonly answer: ListAnswer<unknown>
  readonly turn: (toPage: () => void) => () => void
}

function Pager({ list: { request, before, toPrevious, toNext }, answer, turn }: PagerProps) {
  const data = shownData(answer)
  if (!data || (before === 0 && data.next === undefined)) return null
  const [first, last] = [countLabel(before + 1), countLabel(before + data.rows.length)]
  return (
    <nav
      aria-label="Páginas"
      className={
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3.5 py-2.5 text-small ' +
        'text-ink-2 tabular-nums'
      }
    >
      <span>{`Mostrando ${first} a ${last} de ${totalText(data.total, request.search !== '')} resultados`}</span>
      <span className="flex gap-1.5">
        <Button size="sm" disabled={before === 0} onClick={turn(toPrevious)}>
          Anterior
        </Button>
        <Button size="sm" disabled={data.next === undefined} onClick={turn(() => toNext(data))}>
          Siguiente
        </Button>
      </span>
    </nav>
  )
}
