/** The answer has no rate by bucket, so the rate gets a bar instead of a sparkline. */
export function Meter({ percent }: { readonly percent: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-[13px] bottom-4 h-1.5 overflow-hidden rounded-full bg-surface-3 sm:inset-x-4"
    >
      <i className="block h-full rounded-full bg-ink-3" style={{ width: `${percent}%` }} />
    </span>
  )
}
