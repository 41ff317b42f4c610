import { KPI_GRID, KPIS } from './KpiCards.tsx'

export const AnalyticsSkeleton = () => (
  <div role="status" aria-busy="true" className="@container grid gap-3.5">
    <span className="sr-only">Cargando…</span>
    <div className={KPI_GRID}>
      {KPIS.map(({ label }) => (
        <div key={label} className="skeleton h-24 rounded-lg sm:h-28" />
      ))}
    </div>
    <PanelsSkeleton />
  </div>
)

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
