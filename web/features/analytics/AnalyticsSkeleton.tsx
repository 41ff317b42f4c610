/** The same boxes as the figures that are on their way. */
export function AnalyticsSkeleton() {
  return (
    <div role="status" aria-busy="true" className="grid gap-3.5">
      <span className="sr-only">Cargando…</span>
      <div className="grid min-[360px]:grid-cols-2 gap-2.5 min-[900px]:gap-3.5 min-[1100px]:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="skeleton h-32 rounded-lg sm:h-[138px]" />
        ))}
      </div>
      <div className="grid gap-3.5 min-[1100px]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="skeleton h-[304px] rounded-lg md:h-[376px]" />
        <div className="skeleton h-[304px] rounded-lg md:h-[376px]" />
      </div>
      <div className="skeleton h-[110px] rounded-lg" />
    </div>
  )
}
