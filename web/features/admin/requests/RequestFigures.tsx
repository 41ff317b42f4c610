import type { RequestTally } from '@app/contracts/api/rights/admin-requests.ts'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { elapsedText } from './request-words.ts'
import { useRequestFiguresQuery } from './requests-api.ts'

/** How many requests wait, and how fast they are answered. */
export function RequestFigures() {
  const { data, isError, isFetching, refetch } = useRequestFiguresQuery()
  if (!data && isError && !isFetching)
    return (
      <div
        role="alert"
        className="request-figures-failed card flex flex-wrap items-center gap-3 text-small text-ink-2"
      >
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
