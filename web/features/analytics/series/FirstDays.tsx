import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { useFiltering } from '../filter/filtering.ts'
import { valueAxis } from './axis.ts'
import { axisLabel } from './days.ts'
import { barLook, type Series } from './traffic-series.ts'

interface FirstDaysProps {
  readonly days: readonly TrafficPoint[]
  readonly today: string
  readonly shown: readonly Series[]
}

const firstDaysText = (days: number): string =>
  days === 1 ? 'Tu primer día. La línea aparece con el tercero.' : 'Dos días. La línea aparece mañana.'

/** Under three days there is no line to draw. */
export function FirstDays({ days, today, shown }: FirstDaysProps) {
  // Else they are days of one's own choice.
  const isYoung = useFiltering().narrowed.from === undefined
  const best = Math.max(0, ...days.flatMap((day) => shown.map(({ key }) => day[key])))
  const { max, interval } = valueAxis(best)
  const top = max + interval
  const ticks = Array.from({ length: top / interval + 1 }, (_, at) => at * interval)
  return (
    <div className="flex h-full flex-col text-micro text-ink-3">
      <div className="relative mt-2 ml-7 flex-1">
        {ticks.map((tick) => (
          <div
            key={tick}
            aria-hidden="true"
            className={`absolute inset-x-0 border-t border-line ${tick === 0 ? '' : 'border-dashed'}`}
            style={{ bottom: `${(100 * tick) / top}%` }}
          >
            <span className="absolute right-full -translate-y-1/2 pr-2 tabular-nums">{countLabel(tick)}</span>
          </div>
        ))}
        <ul className="absolute inset-0 flex justify-around">
          {days.map((day) => (
            <Day key={day.period} day={day} top={top} shown={shown} />
          ))}
        </ul>
      </div>
      <div className="mt-1.5 ml-7 flex justify-around" aria-hidden="true">
        {days.map(({ period }, at) => (
          <span key={period} className="text-ink-2">
            {`${axisLabel(period, 'day', days[at - 1]?.period)}${isYoung && period === today ? ', hoy' : ''}`}
          </span>
        ))}
      </div>
      {isYoung && <p className="mt-2 text-small">{firstDaysText(days.length)}</p>}
    </div>
  )
}

type DayProps = Pick<FirstDaysProps, 'shown'> & { readonly day: TrafficPoint; readonly top: number }

function Day({ day, top, shown }: DayProps) {
  return (
    <li className="flex min-w-0 flex-1 items-end justify-center gap-1.5">
      <span className="sr-only">{axisLabel(day.period, 'day', undefined)}</span>
      {shown.map((series) => {
        const value = day[series.key]
        const height = `${(100 * value) / top}%`
        return (
          <div key={series.key} className="relative flex h-full w-full max-w-8 items-end sm:max-w-10">
            {value > 0 && <div className="w-full rounded-t-[6px]" style={{ ...barLook(series), height }} />}
            <b
              className="absolute inset-x-0 pb-0.5 text-center text-small font-[650] text-ink tabular-nums"
              style={{ bottom: height }}
            >
              <span className="sr-only">{series.name}</span> {countLabel(value)}
            </b>
          </div>
        )
      })}
    </li>
  )
}
