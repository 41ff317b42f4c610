const STEPS = [0, 1, 2, 3, 4, 5]

export function HeatLegend() {
  return (
    <p
      aria-hidden="true"
      className="flex items-center gap-[3px] text-micro text-ink-3 forced-color-adjust-none"
    >
      <span className="mr-1">Menos</span>
      {STEPS.map((step) => (
        <i key={step} className="size-[11px] rounded-[3px]" style={{ background: `var(--heat-${step})` }} />
      ))}
      <span className="ml-1">Más</span>
    </p>
  )
}
