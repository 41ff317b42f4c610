import { dashOf } from './chart-tooltip.ts'
import { barLook, TRAFFIC_SERIES, type Series, type SeriesKey } from './traffic-series.ts'

interface SeriesLegendProps {
  readonly shown: readonly SeriesKey[]
  readonly toggle: (key: SeriesKey) => void
  /** Name of the period that is not over. */
  readonly unfinished: string | undefined
  /** The chart has bars, no lines. */
  readonly asBars: boolean
}

const SYMBOLS: Record<Series['symbol'], string> = {
  circle: 'M10 2.6a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0',
  rect: 'M10.6-.2h5.6v5.6h-5.6z',
  triangle: 'M13.4-1.2 17.2 5.4H9.6z',
  diamond: 'M13.4-1.4 17.4 2.6 13.4 6.6 9.4 2.6z',
}

function Sign({ series, asBar }: { readonly series: Series; readonly asBar: boolean }) {
  if (asBar) return <i className="size-3 flex-none rounded-[3px]" style={barLook(series)} />
  const stroke = `var(${series.token})`
  return (
    <svg aria-hidden="true" viewBox="0 -2.4 27 10" className="h-2 w-[21px] sm:h-2.5 sm:w-[27px]">
      <path
        d="M1.5 2.6H25.5"
        fill="none"
        stroke={stroke}
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeDasharray={dashOf(series.dash, 0.8)}
      />
      <path d={SYMBOLS[series.symbol]} fill="var(--surface)" stroke={stroke} strokeWidth="1.8" />
    </svg>
  )
}

export function SeriesLegend({ shown, toggle, unfinished, asBars }: SeriesLegendProps) {
  return (
    <div
      role="group"
      aria-label="Series"
      className={`-ml-0.5 flex flex-wrap sm:gap-x-1 ${asBars ? 'gap-x-2' : ''}`}
    >
      {TRAFFIC_SERIES.map((series) => {
        const { key } = series
        const on = shown.includes(key)
        const only = on && shown.length === 1
        return (
          <button
            key={key}
            type="button"
            aria-pressed={on}
            aria-disabled={only}
            title={only ? 'Deja al menos una serie a la vista' : undefined}
            onClick={() => !only && toggle(key)}
            className={`flex h-8 items-center gap-1 rounded-sm px-0.5 text-micro sm:gap-1.5 sm:px-1.5 font-[550] hover:bg-surface-2 sm:text-small pointer-coarse:h-[44px] ${on ? 'text-ink-2' : 'text-ink-3 line-through'}`}
          >
            <span className={`flex ${on ? '' : 'opacity-40'}`}>
              <Sign series={series} asBar={asBars} />
            </span>
            {series.name}
          </button>
        )
      })}
      {unfinished !== undefined && !asBars && (
        <span className="flex items-center gap-1 self-center px-0.5 text-micro text-ink-3 sm:gap-1.5 sm:px-1.5 sm:text-small">
          <svg aria-hidden="true" viewBox="0 0 27 4" className="h-1 w-[21px] sm:w-[27px]">
            <path d="M1.5 2H25.5" stroke="var(--ink-3)" strokeWidth="2" strokeDasharray="3 5" />
          </svg>
          {unfinished}
        </span>
      )}
    </div>
  )
}
