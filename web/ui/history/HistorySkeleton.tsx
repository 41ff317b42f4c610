const LINES = [1, 2, 3, 4, 5, 6, 7]

export const HistorySkeleton = () => (
  <div role="status" aria-busy="true" className="card grid overflow-hidden">
    <span className="sr-only">Cargando…</span>
    <div className="h-9 border-b border-line bg-surface-2" />
    {LINES.map((line) => (
      <div key={line} className="flex items-center gap-3 px-[18px] py-[11px]">
        <div className="skeleton h-4 w-10" />
        <div className="skeleton size-7 rounded-full" />
        <div className={`skeleton h-4 ${line % 3 === 0 ? 'w-1/2' : 'w-3/4'}`} />
      </div>
    ))}
  </div>
)
