import { KpiCards } from './KpiCards.tsx'

export const AnalyticsSkeleton = () => (
  <div aria-busy="true" className="@container grid gap-3.5">
    <span role="status" className="sr-only">
      Cargando…
    </span>
    <div aria-hidden="true">
      <KpiCards />
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
