export function AnalyticsSkeleton() {
  return (
    <div role="status" aria-busy="true" className="@container grid gap-3.5">
      <span className="sr-only">Cargando…</span>
      <div className="grid gap-2.5 @min-[20.75rem]:grid-cols-2 @min-[37.5rem]:gap-3.5 @min-[53.75rem]:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="skeleton h-32 rounded-lg sm:h-[8.625rem]" />
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
