interface OndasProps {
  readonly className?: string
  readonly rings?: number
  /** Distance between two rings, in units of the 400 × 400 drawing. */
  readonly step?: number
}

export function Ondas({ className = '', rings = 6, step = 30 }: OndasProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 400"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      className={className}
      overflow="visible"
    >
      {Array.from({ length: rings }, (_, ring) => (
        <circle
          key={ring}
          cx="200"
          cy="200"
          r={step * (ring + 1)}
          vectorEffect="non-scaling-stroke"
          opacity={0.42 * (1 - ring / (rings + 1))}
        />
      ))}
      <circle cx="200" cy="200" r={step * 0.28} fill="currentColor" stroke="none" />
    </svg>
  )
}
