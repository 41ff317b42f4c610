import type { EditMarker, TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { markerText } from '../edits/edit-texts.ts'
import { pointIndexOf } from '../edits/flags.ts'
import { FilterButton } from '../filter/FilterButton.tsx'
import { axisLabel, daysOfPeriod, periodText } from './days.ts'
import { countLabel } from '../../../ui/wording/figures.ts'
import { TRAFFIC_SERIES } from './traffic-series.ts'

interface TrafficTableProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly unfinished: boolean
  readonly today: string
  readonly markers: readonly EditMarker[]
}

const CHANGES = 'Cambios'
const FIRST: Record<TimeUnit, string> = { day: 'Día', week: 'Semana', month: 'Mes' }

export function TrafficTable({ points, unit, unfinished, today, markers }: TrafficTableProps) {
  return (
    <table className="w-full border-separate border-spacing-0 text-small">
      <caption className="sr-only">Comparativa Intermensual</caption>
      <Head unit={unit} hasChanges={markers.length > 0} />
      <tbody>
        {points.map((point, index) => (
          <tr key={point.period} className="group">
            <th
              scope="row"
              className="sticky left-0 h-10 border-b border-line bg-surface px-1.5 text-left font-[550] group-hover:bg-surface-2 sm:px-3"
            >
              <FilterButton part={daysOfPeriod(point.period, unit, today)} className="min-h-8">
                {/* A phone has no room for the long form. */}
                <span className="sm:hidden">{axisLabel(point.period, unit, undefined)}</span>
                <span className="max-sm:hidden">{periodText(point.period, unit)}</span>
              </FilterButton>
              {unfinished && point === points.at(-1) && (
                <span className="font-normal text-ink-3"> (en curso)</span>
              )}
            </th>
            {TRAFFIC_SERIES.map(({ key }) => (
              <td
                key={key}
                className="h-10 border-b border-line px-1.5 text-right tabular-nums group-hover:bg-surface-2 sm:px-3"
              >
                {countLabel(point[key])}
              </td>
            ))}
            {markers.length > 0 && (
              <Changes
                unit={unit}
                markers={markers.filter(({ day }) => pointIndexOf(day, points) === index)}
              />
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Changes({ unit, markers }: Pick<TrafficTableProps, 'unit' | 'markers'>) {
  return (
    <td className="h-10 min-w-[16rem] border-b border-line px-1.5 py-1 text-ink-2 group-hover:bg-surface-2 sm:px-3">
      {markers.map((marker) => (
        <p key={marker.day}>
          <span>{unit !== 'day' && `${axisLabel(marker.day, 'day', undefined)}: `}</span>
          <span>{markerText(marker)}</span>
        </p>
      ))}
    </td>
  )
}

function Head({ unit, hasChanges }: { readonly unit: TimeUnit; readonly hasChanges: boolean }) {
  const figures = [FIRST[unit], ...TRAFFIC_SERIES.map(({ name }) => name)]
  const names = hasChanges ? [...figures, CHANGES] : figures
  const side = (name: string, column: number): string =>
    column === 0 ? 'left-0 z-1 text-left' : name === CHANGES ? 'text-left' : 'text-right'
  return (
    <thead>
      <tr>
        {names.map((name, column) => (
          <th
            key={name}
            scope="col"
            className={`sticky top-0 h-9 border-b border-line bg-surface-2 px-1.5 sm:px-3 text-micro font-semibold text-ink-2 ${side(name, column)}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
