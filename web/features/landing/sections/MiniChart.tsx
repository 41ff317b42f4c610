interface Scale {
  readonly width: number
  readonly base: number
  readonly height: number
  readonly valueMax: number
}

const round = (value: number): number => Math.round(value * 10) / 10

/** An SVG path through the values: smooth, and never beyond a value. */
function curveOf(values: readonly number[], { width, base, height, valueMax }: Scale): string {
  const points = values.map((value, index) => [
    round((index / (values.length - 1)) * width),
    round(base - (value / valueMax) * height),
  ])
  return points
    .map(([x = 0, y = 0], index) => {
      const [beforeX = 0, beforeY = 0] = points[index - 1] ?? []
      const middle = round((beforeX + x) / 2)
      return index === 0 ? `M${x} ${y}` : `C${middle} ${beforeY} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}

/** Invented, and labelled as such. One value for every second day of a month. */
const SERIES = [
  {
    name: 'Visitas',
    total: '1.284',
    change: '+18%',
    look: 'visits',
    values: [32, 48, 49, 33, 36, 44, 61, 55, 46, 58, 63, 60, 62, 52, 76, 74, 68, 63],
  },
  {
    name: 'Clics',
    total: '562',
    change: '+9%',
    look: 'clicks',
    values: [15, 23, 23, 14, 15, 19, 28, 22, 19, 22, 28, 25, 25, 28, 24, 31, 32, 25],
  },
  {
    name: 'Contactos',
    total: '317',
    change: '+24%',
    look: 'contacts',
    values: [9, 12, 11, 13, 10, 10, 15, 17, 15, 15, 17, 19, 20, 18, 17, 23, 22, 24],
  },
] as const

const WIDTH = 640
const HEIGHT = 250
const BASE = 230
const VALUE_MAX = 85
const SCALE = { width: WIDTH, base: BASE, height: 210, valueMax: VALUE_MAX }
const PEAK = 14
const [VISITS] = SERIES
const at = (value: number): number => BASE - (value / VALUE_MAX) * SCALE.height

export function MiniChart() {
  return (
    <figure className="l-chart">
      <dl>
        {SERIES.map(({ name, total, change, look }) => (
          <div key={name}>
            <dt>
              <i aria-hidden="true" className={`l-${look}`} />
              {name}
            </dt>
            <dd>
              <b>{total}</b> <em>{change}</em>
            </dd>
          </div>
        ))}
      </dl>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none">
        {[20, 90, 160, BASE].map((y) => (
          <path key={y} className="l-grid-line" d={`M0 ${y}H${WIDTH}`} />
        ))}
        <path className="l-area" d={`${curveOf(VISITS.values, SCALE)}V${BASE}H0Z`} />
        {SERIES.map(({ look, values }) => (
          <path key={look} className={`l-line l-${look}`} d={curveOf(values, SCALE)} />
        ))}
        <circle
          className="l-line l-visits l-peak"
          cx={(PEAK / (VISITS.values.length - 1)) * WIDTH}
          cy={at(VISITS.values[PEAK])}
          r="5.5"
        />
      </svg>
      <figcaption>Datos de ejemplo</figcaption>
    </figure>
  )
}
