import type { EditMarker, TrafficPoint } from '@app/contracts/analytics.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { countLabel } from '../../ui/wording/figures.ts'
import { FilterButton, withParams } from './filtering.tsx'
import { axisLabel, daysUntil, isPartAt, periodText, type PartialEnds } from './days.ts'
import { TRAFFIC_SERIES } from './SeriesLegend.tsx'

interface TrafficTableProps {
  readonly points: readonly TrafficPoint[]
  readonly unit: TimeUnit
  readonly partial: PartialEnds
  readonly today: string
  readonly markers: readonly EditMarker[]
}

const FIRST: Record<TimeUnit, string> = { day: 'Día', week: 'Semana', month: 'Mes' }
const CELL = 'h-10 border-b border-line px-1.5 group-hover:bg-surface-2 sm:px-3'

export function TrafficTable({ points, unit, partial, today, markers }: TrafficTableProps) {
  const changes = markersAt(points, markers)
  const names = [FIRST[unit], ...TRAFFIC_SERIES.map(({ name }) => name)]
  return (
    <table className="w-full border-separate border-spacing-0 text-small">
      <caption className="sr-only">Comparativa Intermensual</caption>
      <Head names={names} />
      <tbody>
        {points.map(({ period, ...counts }, at) => (
          <Fragment key={period}>
            <tr className="group">
              <th scope="row" className={`sticky left-0 bg-surface text-left font-[550] ${CELL}`}>
                <FilterButton part={daysUntil(period, unit, today)} className="min-h-8">
                  <span className="sm:hidden">{axisLabel(period, unit)}</span>
                  <span className="max-sm:hidden">{periodText(period, unit)}</span>
                </FilterButton>
                {isPartAt(points, partial, at) && (
                  <span className="font-normal text-ink-3"> (incompleto)</span>
                )}
              </th>
              {TRAFFIC_SERIES.map(({ key }) => (
                <td key={key} className={`text-right tabular-nums ${CELL}`}>
                  {countLabel(counts[key])}
                </td>
              ))}
            </tr>
            {changes[at]!.map((marker) => (
              <tr key={marker.day}>
                <td colSpan={names.length} className={`py-1 ${CELL}`}>
                  <Change marker={marker} />
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const Head = ({ names }: { readonly names: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name, column) => (
        <th
          key={name}
          scope="col"
          className={`sticky top-0 h-9 border-b border-line bg-surface-2 px-1.5 sm:px-3 text-micro font-semibold text-ink-2 ${column === 0 ? 'left-0 z-1 text-left' : 'text-right'}`}
        >
          {name}
        </th>
      ))}
    </tr>
  </thead>
)

/** Leads to the profile right after the last change of that day. */
function Change({ marker }: { readonly marker: EditMarker }) {
  const [params] = useSearchParams()
  const place = withParams(params, { tab: 'history', version: String(marker.version) })
  return (
    <Link to={`/dashboard?${place}`} className="block min-h-6 font-semibold text-accent hover:underline">
      {`${axisLabel(marker.day, 'day')}: ${markerText(marker)}`}
    </Link>
  )
}

const CHANGED: Readonly<Record<EditMarker['what'][number], string>> = {
  photo: 'la foto',
  logo: 'el logo',
  background: 'la imagen de fondo',
  texts: 'los textos',
  links: 'los enlaces',
  theme: 'el tema',
  slug: 'la dirección',
}

const AND = new Intl.ListFormat('es')

/** `se cambiaron la foto, el tema y los enlaces` */
export function markerText({ what }: EditMarker): string {
  const names = Object.entries(CHANGED).flatMap(([one, name]) =>
    what.some((changed) => changed === one) ? [name] : [],
  )
  const isOne = names.length === 1 && !names[0]!.startsWith('los ')
  return `${isOne ? 'se cambió' : 'se cambiaron'} ${AND.format(names)}`
}

export const markersAt = (
  points: readonly { readonly period: string }[],
  markers: readonly EditMarker[],
): readonly (readonly EditMarker[])[] =>
  points.map(({ period }, at) => {
    const next = points[at + 1]?.period
    return markers.filter(({ day }) => day >= period && (next === undefined || day < next))
  })
