import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { engagedOfFew } from '@app/contracts/traffic/shares.ts'
import { useEffect } from 'react'
import { useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { keepFigures, lastFigures } from '../../app/session/last-figures.ts'
import { selectSignedIn } from '../../app/slices.ts'
import { isNarrowedAt } from './filter/filter-address.ts'
import type { LiveAnalytics } from './live/use-live-analytics.ts'
import { KPI_CARD, KPI_GRID, KpiFace } from './kpis/KpiCards.tsx'
import { KPIS } from './kpis/kpis.ts'

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
          <div key={label} className="relative grid h-32 sm:h-[8.625rem]">
            <div className="skeleton absolute inset-0 rounded-lg" />
            {figures && (
              <div className={KPI_CARD}>
                <KpiFace label={label} token={token}>
                  <span className="stale">{figures[n]}</span>
                </KpiFace>
              </div>
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

/** As KpiCards shows them. */
const textsOf = (data: UnifiedAnalytics): readonly string[] =>
  KPIS.map(({ headline, format }) => {
    const engaged = headline === 'engagement_rate' ? engagedOfFew(data) : undefined
    return engaged === undefined ? format(data[headline]) : `${engaged} de ${data.unique_visitors}`
  })

/**
 * What this browser keeps of one's own profile for the start of the next visit.
 * @returns what it kept at the last one, while the figures are not there
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
    keepFigures(accountId, { profileId, range: data.date_range, texts: textsOf(data) })
  }, [accountId, data, isKept, profileId])
  return data ? undefined : lastFigures(accountId, search, profileId)
}
