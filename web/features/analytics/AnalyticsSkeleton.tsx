import { KPI_CARD, KpiFace } from './kpis/KpiFace.tsx'
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
      <div className="grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4">
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

/** Of all that stands below the figures. */
export const PanelsSkeleton = () => (
  <>
    <div className="grid gap-3.5 @min-[60rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="skeleton h-[344px] rounded-lg md:h-[362px]" />
      <div className="skeleton h-[344px] rounded-lg md:h-[362px]" />
    </div>
    <LowerSkeleton />
  </>
)

export const LowerSkeleton = () => (
  <div className="grid gap-3.5 @min-[37.5rem]:grid-cols-2 @min-[60rem]:grid-cols-3">
    <div className="skeleton h-[376px] rounded-lg @min-[37.5rem]:col-span-2 @min-[37.5rem]:h-[280px] @min-[60rem]:col-span-1 @min-[60rem]:h-[376px]" />
    <div className="skeleton h-[376px] rounded-lg" />
    <div className="skeleton h-[376px] rounded-lg" />
  </div>
)
