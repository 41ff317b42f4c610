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
