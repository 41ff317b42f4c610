import type { AdminRequest } from '@app/contracts/api/rights/admin-requests.ts'
import { useId, useRef } from 'react'
import type { To } from 'react-router-dom'
import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/notices/EmptyNotice.tsx'
import { FailedNotice } from '../../../ui/notices/FailedNotice.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'
import { ListSkeleton } from '../lists/ListFrame.tsx'
import { totalText } from '../lists/ListPager.tsx'
import { useKeptFocus } from '../../../ui/overlays/use-kept-focus.ts'
import { allText } from './request-words.ts'
import { RequestLine } from './RequestLine.tsx'
import type { RequestFilter, RequestFilterState } from './use-request-filter.ts'
import type { RequestGroupRows, RequestLists } from './use-request-lists.ts'

interface RequestListProps {
  readonly lists: RequestLists
  readonly filter: RequestFilterState
  readonly hrefOf: (id: string) => To
  readonly open: string | undefined
}

/** What is open, late ones first, then what was answered. */
export function RequestList({ lists, filter, hrefOf, open }: RequestListProps) {
  const { groups, total, error, isFetching, isLoadingMore, loadMore } = lists
  const whole = useRef<HTMLElement>(null)
  useKeptFocus(whole)
  if (error !== undefined && !lists.isCurrent)
    return <FailedNotice text="No pudimos cargar las solicitudes." onRetry={lists.refetch} />
  if (groups === undefined) return <ListSkeleton />
  if (total === 0) return <Empty filter={filter} />
  const isPale = isFetching && !isLoadingMore
  const isSearched = filter.asked.search !== ''
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-label="Solicitudes"
      aria-busy={isPale}
      className={`card flex flex-col overflow-hidden outline-none ${isPale ? 'stale' : ''}`}
    >
      {groups.map((group) => (
        <Group key={group.state} group={group} isSearched={isSearched} hrefOf={hrefOf} open={open} />
      ))}
      <div className="request-foot flex flex-wrap items-center justify-between gap-2 text-small text-ink-2 tabular-nums">
        <span>{shownText(shown, total, isSearched)}</span>
        {error !== undefined && <span className="text-danger">No pudimos cargar más.</span>}
        {loadMore && (
          <Button size="sm" busy={isLoadingMore} onClick={loadMore}>
            {isLoadingMore ? 'Cargando...' : 'Ver más'}
          </Button>
        )}
      </div>
    </section>
  )
}

const shownText = (shown: number, total: number, isSearched: boolean): string =>
  total === 1
    ? 'Mostrando 1 resultado'
    : `Mostrando 1 a ${countLabel(shown)} de ${allText(total, isSearched)} resultados`

const TITLES: Readonly<Record<AdminRequest['status'], string>> = {
  open: 'Abiertas',
  answered: 'Respondidas',
}

interface GroupProps extends Pick<RequestListProps, 'hrefOf' | 'open'> {
  readonly group: RequestGroupRows
  readonly isSearched: boolean
}

function Group({ group: { state, rows, total }, isSearched, hrefOf, open }: GroupProps) {
  const id = useId()
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={id} className="request-group">
      <div className="request-group-title flex items-center justify-between bg-surface-2 text-micro text-ink-3">
        <h2 id={id} className="text-micro font-[650] tracking-normal text-ink">
          {TITLES[state]}
        </h2>
        <span className="tabular-nums">{totalText(total, isSearched)}</span>
      </div>
      <ol>
        {rows.map((request) => (
          <RequestLine
            key={request.id}
            request={request}
            href={hrefOf(request.id)}
            isOpen={request.id === open}
          />
        ))}
      </ol>
    </section>
  )
}

const NONE: Readonly<Record<RequestFilter['state'], string>> = {
  all: 'Nadie ha pedido nada todavía.',
  open: 'No hay solicitudes abiertas.',
  answered: 'No hay solicitudes respondidas.',
}

function Empty({ filter }: { readonly filter: RequestFilterState }) {
  const { search, state, kind } = filter.asked
  const isNarrow = search !== '' || kind !== 'all'
  const isAll = !isNarrow && state === 'all'
  return (
    <EmptyNotice
      title={isNarrow ? `Nada coincide con ${search === '' ? 'estos filtros' : 'tu búsqueda'}.` : NONE[state]}
    >
      {isAll ? (
        <p className="text-small text-ink-2">Llegan cuando alguien pide ver, corregir o borrar sus datos.</p>
      ) : (
        <Button onClick={filter.clear}>Limpiar filtros</Button>
      )}
    </EmptyNotice>
  )
}
