interface Shape {
  readonly viewBox: string
  readonly centre: readonly [number, number]
  readonly step: number
  readonly count: number
  readonly dot: number
}

const COVER: Shape = { viewBox: '0 0 390 172', centre: [318, 150], step: 27, count: 9, dot: 9 }
const SMALL: Shape = { viewBox: '0 0 72 72', centre: [36, 36], step: 9, count: 3, dot: 5 }

export function Rings({ small = false }: { small?: boolean }) {
  const { viewBox, centre, step, count, dot } = small ? SMALL : COVER
  const [cx, cy] = centre
  const rings = Array.from({ length: count }, (_, at) => at)
  return (
    <svg
      className="rings"
      aria-hidden="true"
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      {rings.map((at) => (
        <circle
          key={at}
          cx={cx}
          cy={cy}
          r={(small ? 7 : 6) + step * (at + 1)}
          opacity={Math.round(34 - (30 * at) / (count - 1)) / 100}
        />
      ))}
      <circle cx={cx} cy={cy} r={dot} opacity=".85" fill="currentColor" stroke="none" />
    </svg>
  )
}
