export function TabSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Cargando…</span>
      <div className="skeleton mb-1 h-[26px] w-60 max-w-full" />
      <div className="skeleton mb-[18px] h-5 w-72 max-w-full" />
      <div className="skeleton mb-3.5 h-9 w-[480px] max-w-full" />
      <div className="grid min-[360px]:grid-cols-2 gap-2.5 min-[900px]:gap-3.5 min-[1150px]:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="skeleton h-32 rounded-lg sm:h-[138px]" />
        ))}
      </div>
    </div>
  )
}
