import { FileSpreadsheet, ScanLine, UserRoundCheck } from 'lucide-react'
import { Point, Section, SectionTitle, SUBTITLE } from '../Section.tsx'

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
    change: '+18,0%',
    look: 'text-glow',
    dashes: undefined,
    values: [32, 48, 49, 33, 36, 44, 61, 55, 46, 58, 63, 60, 62, 52, 76, 74, 68, 63],
  },
  {
    name: 'Clics',
    total: '562',
    change: '+9,0%',
    look: 'text-amber',
    dashes: undefined,
    values: [15, 23, 23, 14, 15, 19, 28, 22, 19, 22, 28, 25, 25, 28, 24, 31, 32, 25],
  },
  {
    name: 'Contactos',
    total: '317',
    change: '+24,0%',
    look: 'text-mint',
    dashes: '2 6',
    values: [9, 12, 11, 13, 10, 10, 15, 17, 15, 15, 17, 19, 20, 18, 17, 23, 22, 24],
  },
] as const

const FRAME =
  'min-w-0 rounded-xl bg-night-2 p-6 shadow-[inset_0_0_0_1px_var(--color-night-line)] max-[421px]:p-[18px]'
const FIGURES =
  'mb-[18px] grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(5.25rem,26%)),1fr))] gap-4 max-[421px]:gap-2'
const FIGURE = 'text-[2rem] leading-[1.2] font-[650] tracking-[-0.035em] max-[421px]:text-[1.25rem]'
const CHANGE =
  'text-[0.8125rem] font-semibold text-mint not-italic max-[421px]:block max-[421px]:text-[0.75rem]'
const WIDTH = 640
const HEIGHT = 250
const BASE = 230
const VALUE_MAX = 85
const SCALE = { width: WIDTH, base: BASE, height: 210, valueMax: VALUE_MAX }
const PEAK = 14
const [VISITS] = SERIES
const at = (value: number): number => BASE - (value / VALUE_MAX) * SCALE.height

function MiniChart() {
  return (
    <figure className={FRAME}>
      <dl className={FIGURES}>
        {SERIES.map(({ name, total, change, look }) => (
          <div key={name}>
            <dt className="flex items-center gap-[7px] text-[0.8125rem] font-[550] text-night-caption">
              <i aria-hidden="true" className={`size-2 rounded-[3px] bg-current ${look}`} />
              {name}
            </dt>
            <dd>
              <b className={FIGURE}>{total}</b> <em className={CHANGE}>{change}</em>
            </dd>
          </div>
        ))}
      </dl>
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} fill="none" strokeWidth="2.5">
        {[20, 90, 160, BASE].map((y) => (
          <path key={y} className="stroke-night-line stroke-1" d={`M0 ${y}H${WIDTH}`} />
        ))}
        <path className="fill-glow opacity-13" d={`${curveOf(VISITS.values, SCALE)}V${BASE}H0Z`} />
        {SERIES.map(({ name, look, dashes, values }) => (
          <path
            key={name}
            className={look}
            stroke="currentColor"
            strokeDasharray={dashes}
            strokeLinecap={dashes && 'round'}
            d={curveOf(values, SCALE)}
          />
        ))}
        <circle
          className="fill-night-2 stroke-glow"
          cx={(PEAK / (VISITS.values.length - 1)) * WIDTH}
          cy={at(VISITS.values[PEAK])}
          r="5.5"
        />
      </svg>
      <figcaption className="mt-3.5 text-[0.8125rem] text-night-caption">Datos de ejemplo</figcaption>
    </figure>
  )
}

const POINTS = [
  [ScanLine, 'NFC, QR o enlace', 'sabes qué canal te trae cada visita.'],
  [UserRoundCheck, 'Visitantes identificados', 'si dicen su nombre, lo ves junto a sus clics.'],
  [FileSpreadsheet, 'Reporte en Excel', 'listo para tu reunión del lunes.'],
] as const

const LAYOUT = 'grid grid-cols-[0.82fr_1.18fr] items-center gap-14 max-desk:grid-cols-1 max-desk:gap-7'

export function AnalyticsSection() {
  return (
    <Section name="analytics" look="night" className={LAYOUT}>
      <div>
        <SectionTitle name="analytics">Cada toque cuenta. Y lo ves.</SectionTitle>
        <p className={`${SUBTITLE} text-night-soft`}>
          Quién abrió tu perfil, desde dónde llegó y qué hizo después. Todo ordenado, sin planillas.
        </p>
        <ul className="mt-[34px] grid gap-[18px]">
          {POINTS.map(([Icon, lead, rest]) => (
            <li key={lead} className="flex gap-3.5">
              <span
                aria-hidden="true"
                className="grid size-10 flex-none place-items-center rounded-md bg-night-3 text-glow"
              >
                <Icon size={20} />
              </span>
              <Point lead={lead} leadLook="tracking-[-0.015em]" restLook="text-[0.9375rem] text-night-soft">
                {rest}
              </Point>
            </li>
          ))}
        </ul>
      </div>
      <MiniChart />
    </Section>
  )
}
