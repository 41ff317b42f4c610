import type { TrafficPoint } from '@app/contracts/analytics.ts'

export interface Series {
  readonly key: Exclude<keyof TrafficPoint, 'period' | 'engaged_visitors'>
  readonly name: string
  readonly token: string
  readonly dash: readonly number[]
  readonly symbol: keyof typeof SYMBOLS
}

const SYMBOLS = {
  circle: 'M10 2.6a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0',
  rect: 'M10.6-.2h5.6v5.6h-5.6z',
  triangle: 'M13.4-1.2 17.2 5.4H9.6z',
  diamond: 'M13.4-1.4 17.4 2.6 13.4 6.6 9.4 2.6z',
} as const

/** Colour, dash and symbol together: colour alone is not accessible. */
export const TRAFFIC_SERIES: readonly Series[] = [
  { key: 'total_visits', name: 'Visitas', token: '--series-visits', dash: [], symbol: 'circle' },
  { key: 'unique_visitors', name: 'Únicos', token: '--series-unique', dash: [7, 5], symbol: 'rect' },
  { key: 'social_clicks', name: 'Clics', token: '--series-clicks', dash: [], symbol: 'triangle' },
  {
    key: 'vcf_downloads',
    name: 'Contactos',
    token: '--series-contacts',
    dash: [1.5, 5.5],
    symbol: 'diamond',
  },
]

interface SeriesLegendProps {
  readonly shown: readonly Series[]
  readonly onShow: (shown: readonly Series[]) => void
}

export const SeriesLegend = ({ shown, onShow }: SeriesLegendProps) => (
  <div role="group" aria-label="Series" className="-my-1.5 flex flex-wrap gap-x-2.5 sm:gap-x-4">
    {TRAFFIC_SERIES.map(({ key, name, token, dash, symbol }) => (
      <button
        key={key}
        type="button"
        aria-pressed={shown.some((one) => one.key === key)}
        onClick={() => {
          const next = TRAFFIC_SERIES.filter((one) => shown.includes(one) !== (one.key === key))
          if (next.length > 0) onShow(next)
        }}
        className="flex h-8 items-center gap-1.5 text-micro font-[550] text-ink-2 aria-[pressed=false]:line-through aria-[pressed=false]:*:opacity-40 sm:text-small pointer-coarse:h-11"
      >
        <svg
          aria-hidden="true"
          viewBox="0 -2.4 27 10"
          stroke={`var(${token})`}
          className="h-2 w-[21px] sm:h-2.5 sm:w-[27px]"
        >
          <path d="M1.5 2.6H25.5" strokeWidth="2.25" strokeLinecap="round" strokeDasharray={dash.join(' ')} />
          <path d={SYMBOLS[symbol]} fill="var(--surface)" strokeWidth="1.8" />
        </svg>
        {name}
      </button>
    ))}
  </div>
)
