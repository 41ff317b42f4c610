import { dashOf, TRAFFIC_SERIES, type Series, type SeriesKey } from './traffic-series.ts'

interface SeriesLegendProps {
  readonly shown: readonly SeriesKey[]
  readonly toggle: (key: SeriesKey) => void
}

const SYMBOLS: Record<Series['symbol'], string> = {
  circle: 'M10 2.6a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0',
  rect: 'M10.6-.2h5.6v5.6h-5.6z',
  triangle: 'M13.4-1.2 17.2 5.4H9.6z',
  diamond: 'M13.4-1.4 17.4 2.6 13.4 6.6 9.4 2.6z',
}

function Sign({ token, dash, symbol }: Series) {
  const stroke = `var(${token})`
  return (
    <svg aria-hidden="true" viewBox="0 -2.4 27 10" className="h-2 w-[21px] sm:h-2.5 sm:w-[27px]">
      <path
        d="M1.5 2.6H25.5"
        fill="none"
        stroke={stroke}
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeDasharray={dashOf(dash, 0.8)}
      />
      <path d={SYMBOLS[symbol]} fill="var(--surface)" stroke={stroke} strokeWidth="1.8" />
    </svg>
  )
}

export function SeriesLegend({ shown, toggle }: SeriesLegendProps) {
  return (
    <div role="group" aria-label="Series" className="-my-1.5 -ml-0.5 flex flex-wrap sm:gap-x-1">
      {TRAFFIC_SERIES.map((series) => {
        const on = shown.includes(series.key)
        const only = on && shown.length === 1
        return (
          <button
            key={series.key}
            type="button"
            aria-pressed={on}
            aria-disabled={only}
            title={only ? 'Deja al menos una serie a la vista' : undefined}
            onClick={() => !only && toggle(series.key)}
            className={`flex h-8 items-center gap-1 rounded-sm px-0.5 text-micro sm:gap-1.5 sm:px-1.5 font-[550] hover:bg-surface-2 sm:text-small pointer-coarse:h-[44px] ${on ? 'text-ink-2' : 'text-ink-3 line-through'}`}
          >
            <span className={`flex ${on ? '' : 'opacity-40'}`}>
              <Sign {...series} />
            </span>
            {series.name}
          </button>
        )
      })}
    </div>
  )
}
