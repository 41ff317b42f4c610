import { dayInSantiago } from '@app/contracts/calendar.ts'
import { lazy, useEffect, type ReactNode } from 'react'
import { useDispatch } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { useMedia } from '../../../ui/browser/use-media.ts'
import { adminApi } from '../admin-api.ts'
import { ListWithSheet } from '../sheet/ListWithSheet.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestList } from './RequestList.tsx'
import { useRequestFilter } from './use-request-filter.ts'
import { useRequestLists } from './use-request-lists.ts'
import './requests.css'
import type { RequestTally } from '@app/contracts/api/rights/admin-requests.ts'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { elapsedText } from './request-words.ts'
import { useRequestFiguresQuery } from './requests-api.ts'

const RequestSheet = lazy(async () => ({ default: (await import('./sheet/RequestSheet.tsx')).RequestSheet }))

const TAB = 'solicitudes'
const ID = /^[0-9a-f-]{36}$/
const COLUMNS = 'min-[1181px]:@min-[53rem]:grid-cols-[minmax(0,1fr)_464px]'
const SECOND_MS = 1_000

/** How many requests wait, and how fast they are answered. */
function RequestFigures() {
  const { data, isError, isFetching, refetch } = useRequestFiguresQuery()
  if (!data && isError && !isFetching)
    return (
      <div role="alert" className="card flex min-h-24 flex-wrap items-center gap-3 p-4 text-small text-ink-2">
        No pudimos cargar las cifras.
        <Button size="sm" onClick={() => void refetch()}>
          Reintentar
        </Button>
      </div>
    )
  return (
    <dl aria-busy={!data} className="request-figures grid">
      <Figure name="Abiertas" value={data && countLabel(data.open)}>
        {data && `${countLabel(data.to_confirm)} por confirmar`}
      </Figure>
      <Figure name="Por vencer" value={data && countLabel(data.near)}>
        {data && <Late late={data.late} />}
      </Figure>
      <Figure name="Respondidas este mes" value={data && countLabel(data.answered_this_month)}>
        {data && `${countLabel(data.answered_at_once)} al instante`}
      </Figure>
      <Figure name="Mediana de respuesta" value={data && medianText(data.median_seconds)}>
        {data && byPeopleText(data)}
      </Figure>
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string | undefined
  readonly children: ReactNode
}

const Figure = ({ name, value, children }: FigureProps) => (
  <div className="request-figure card">
    <dt className="text-small font-semibold text-ink-2">{name}</dt>
    <dd className="request-figure-value tabular-nums">
      {value ?? <span className="skeleton inline-block h-5 w-12" />}
    </dd>
    <dd className="request-figure-detail text-micro text-ink-3 tabular-nums">{children}</dd>
  </div>
)

const Late = ({ late }: { readonly late: number }) =>
  late === 0 ? (
    <span>ninguna vencida</span>
  ) : (
    <span className="inline-flex items-center gap-1.5 font-semibold text-danger">
      <TriangleAlert aria-hidden="true" size={13} strokeWidth={2.1} className="flex-none" />y{' '}
      {countedText(late, 'vencida', 'vencidas')}
    </span>
  )

const medianText = (seconds: number | null): string => (seconds === null ? '–' : elapsedText(seconds))

const byPeopleText = ({ median_by_people_seconds: seconds }: RequestTally): string =>
  seconds === null ? 'ninguna por una persona' : `${elapsedText(seconds)} si responde una persona`

export function RequestsPanel() {
  const { search } = useLocation()
  const wide = useMedia('(min-width: 901px)')
  const filter = useRequestFilter()
  const lists = useRequestLists(filter.asked)
  useDailyRead()
  const params = new URLSearchParams(search)
  const named = params.get('request') ?? ''
  // Other tabs keep this one's parameters in their addresses.
  const open = params.get('tab') === TAB && ID.test(named) ? named : undefined
  const rows = lists.groups?.flatMap((group) => group.rows) ?? []
  return (
    <div className="@container grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <RequestFigures />
      <RequestFilters filter={filter} lists={lists} wide={wide} />
      <ListWithSheet
        keys={rows.map(({ id }) => id)}
        param="request"
        open={open}
        wide={wide}
        columns={COLUMNS}
        list={(hrefOf) => <RequestList lists={lists} filter={filter} hrefOf={hrefOf} open={open} />}
        sheet={(steps) => (
          <RequestSheet
            wide={wide}
            id={open ?? ''}
            listed={rows.find(({ id }) => id === open)}
            steps={steps}
          />
        )}
      />
    </div>
  )
}

/** How many days are left is the server's figure: it is read again in the first second of a day in Santiago. */
function useDailyRead(): void {
  const dispatch = useDispatch()
  useEffect(() => {
    let day = dayInSantiago(Date.now())
    const timer = setInterval(() => {
      const today = dayInSantiago(Date.now())
      if (today === day) return
      day = today
      dispatch(adminApi.util.invalidateTags(['requests']))
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [dispatch])
}
