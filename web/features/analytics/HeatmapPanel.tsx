import { hourOfWeek } from '@app/contracts/traffic/ranges.ts'
import { lazy, memo, Suspense } from 'react'
import { CrashBoundary } from '../../ui/notices/states.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { countLabel } from '../../ui/wording/figures.ts'
import { PANELS_VISITS_MIN } from './KpiCards.tsx'
import { FilterButton, hasFilter, useFiltering } from './filtering.tsx'
import {
  busiestCell,
  cellOf,
  cellText,
  heatTotal,
  hoursText,
  WEEKDAY_LABELS,
  type Heatmap,
} from './heatmap.ts'

const HeatChart = lazy(async () => ({ default: (await import('./charts.tsx')).HeatChart }))

const TITLE = 'Cuándo te visitan'
const CELL = 'border-b border-line px-2 py-0.5 text-right tabular-nums'

function HeatTable({ heatmap }: { readonly heatmap: Heatmap }) {
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{TITLE}</caption>
      <thead>
        <tr>
          {['Hora', ...WEEKDAY_LABELS].map((name) => (
            <th key={name} scope="col" className={`sticky top-0 bg-surface-2 text-micro ${CELL}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {heatmap[0]?.map((_visits, hour) => (
          <tr key={hour}>
            <th scope="row" className={`font-[550] whitespace-nowrap ${CELL}`}>
              {hoursText(hour)}
            </th>
            {heatmap.map((hours, weekday) => (
              <td key={weekday} className={CELL}>
                <FilterButton
                  part={{ hour: hourOfWeek(cellOf(weekday, hour)) }}
                  className="min-w-6 text-right"
                >
                  {countLabel(hours[hour] ?? 0)}
                </FilterButton>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeatmapPanelProps {
  readonly heatmap: Heatmap
  readonly asTable: boolean
}

export const HeatmapPanel = memo(function HeatmapPanel({ heatmap, asTable }: HeatmapPanelProps) {
  // The map of what a press has left is the way to another one.
  const visitsMin = hasFilter(useFiltering().narrowed) ? 1 : PANELS_VISITS_MIN
  if (heatTotal(heatmap) < visitsMin)
    return (
      <Panel title={TITLE}>
        <p className="text-small text-ink-3">{`Necesitamos al menos ${PANELS_VISITS_MIN} visitas para mostrar tus horas.`}</p>
      </Panel>
    )
  const best = cellText(heatmap, busiestCell(heatmap)).replace(':', ',').toLocaleLowerCase('es')
  return (
    <Panel
      title={TITLE}
      aside={<p className="text-small text-ink-2 tabular-nums">{`Mejor hora: ${best}`}</p>}
    >
      {asTable ? (
        <section
          aria-label={`${TITLE} en tabla`}
          tabIndex={0}
          className="h-75 overflow-auto rounded-sm ring-1 ring-line"
        >
          <HeatTable heatmap={heatmap} />
        </section>
      ) : (
        <div className="relative min-h-52 flex-1">
          <CrashBoundary text="No pudimos cargar el gráfico.">
            <Suspense fallback={<div className="skeleton absolute inset-0" />}>
              <div className="absolute inset-0">
                <HeatChart title={TITLE} label={`${TITLE}. Mejor hora: ${best}.`} heatmap={heatmap} />
              </div>
            </Suspense>
          </CrashBoundary>
        </div>
      )}
    </Panel>
  )
})
