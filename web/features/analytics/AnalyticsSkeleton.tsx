import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { keepFigures, lastFigures } from '../../app/session/last-figures.ts'
import { selectSignedIn } from '../../app/slices.ts'
import { isNarrowedAt } from './filtering.tsx'
import { figureText, KPI_CARD, KPI_GRID, KpiFace, KPIS } from './KpiCards.tsx'
import type { LiveAnalytics } from './live/use-live-analytics.ts'

interface AnalyticsSkeletonProps {
  /** Stored by this browser, and shown at 60 % until they are read again. */
  readonly figures: readonly string[] | undefined
}

export function AnalyticsSkeleton({ figures }: AnalyticsSkeletonProps) {
  return (
    <div role="status" aria-busy="true" className="@container grid gap-3.5">
      {figures && <span className="sr-only">Últimas cifras guardadas. </span>}
      <span className="sr-only">Cargando…</span>
      <div className={KPI_GRID}>
        {KPIS.map(({ label, token }, n) => (
          <div key={label} className={figures ? KPI_CARD : 'skeleton h-24 rounded-lg sm:h-28'}>
            {figures && (
              <KpiFace label={label} token={token}>
                <span className="stale">{figures[n]}</span>
              </KpiFace>
            )}
          </div>
        ))}
      </div>
      <PanelsSkeleton />
    </div>
  )
}

/** The panels below the figures. */
export const PanelsSkeleton = () => (
  <>
    <div className="skeleton h-[344px] rounded-lg md:h-[362px]" />
    <LowerSkeleton />
  </>
)

export const LowerSkeleton = () => (
  <>
    <div className="skeleton h-[104px] rounded-lg" />
    <div className="skeleton h-[376px] rounded-lg" />
  </>
)

/**
 * Stores figures of one's own profile in this browser for the start of the next visit.
 * @returns the figures of the last visit, while the new ones are loading
 */
export function useLastFigures(
  profileId: string,
  isOwn: boolean,
  { data, stale }: LiveAnalytics,
): readonly string[] | undefined {
  const accountId = useSelector(selectSignedIn)?.user.id
  const { search } = useLocation()
  const isKept = isOwn && !stale && !isNarrowedAt(search)
  useEffect(() => {
    if (accountId === undefined || data === undefined || !isKept) return
    const texts = KPIS.map((kpi) => figureText(kpi, data))
    keepFigures(accountId, { profileId, range: data.date_range, texts })
  }, [accountId, data, isKept, profileId])
  return data ? undefined : lastFigures(accountId, search, profileId)
}
