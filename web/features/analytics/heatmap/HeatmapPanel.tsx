import { memo, useState } from 'react'
import { hourOfWeek } from '@app/contracts/traffic/figures-filter.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { hasFilter } from '../filter/filter-address.ts'
import { useFiltering } from '../filter/filtering.ts'
import {
  busiestCell,
  cellText,
  HEATMAP_VISITS_MIN,
  heatTotal,
  hoursText,
  WEEKDAY_LABELS,
  type Heatmap,
} from './heatmap.ts'
import { HeatGrid } from './HeatGrid.tsx'
import { countLabel } from '../../../ui/wording/figures.ts'

/** For screen readers. The wrapper hides it, because a table never gets narrower than its content. */
function HeatTable({ heatmap, caption }: { readonly heatmap: Heatmap; readonly caption: string }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Hora</th>
            {WEEKDAY_LABELS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heatmap[0]?.map((_visits, hour) => (
            <tr key={hour}>
              <th scope="row">{hoursText(hour)}</th>
              {heatmap.map((hours, weekday) => (
                <td key={weekday}>{countLabel(hours[hour] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const TITLE = 'Cuándo te visitan'

function WeekMap({ heatmap }: { readonly heatmap: Heatmap }) {
  const busiest = busiestCell(heatmap)
  const [chosen, setChosen] = useState<number>()
  const [pointed, setPointed] = useState(false)
  const { toggle } = useFiltering()
  const cell = chosen ?? busiest
  const best = `Mejor hora: ${cellText(heatmap, busiest).replace(':', ',').toLocaleLowerCase('es')}`
  return (
    <div className="relative grid gap-2.5">
      <HeatTable heatmap={heatmap} caption={`${TITLE}. ${best}.`} />
      <HeatGrid
        heatmap={heatmap}
        cell={cell}
        pointed={pointed}
        onPoint={(at) => {
          setChosen(at)
          setPointed(true)
        }}
        onPress={(at) => toggle({ hour: hourOfWeek(at) })}
        onLeave={() => setPointed(false)}
      />
      <p aria-hidden="true" className="text-small text-ink-2 tabular-nums">
        {pointed ? cellText(heatmap, cell) : best}
      </p>
    </div>
  )
}

export const HeatmapPanel = memo(function HeatmapPanel({ heatmap }: { readonly heatmap: Heatmap }) {
  // The map of what a press has left is the way to another one.
  const visitsMin = hasFilter(useFiltering().narrowed) ? 1 : HEATMAP_VISITS_MIN
  const enough = heatTotal(heatmap) >= visitsMin
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 ml-auto flex flex-wrap items-center justify-end gap-1">
          {enough && <HeatLegend />}
          <div className="-mr-2 flex">
            <FigureHelp label={TITLE} figure="heatmap" />
          </div>
        </div>
      }
    >
      {enough ? (
        <WeekMap heatmap={heatmap} />
      ) : (
        <p className="grid flex-1 place-items-center py-6 text-center text-small text-balance text-ink-3">
          Necesitamos al menos {HEATMAP_VISITS_MIN} visitas para mostrar tus horas.
        </p>
      )}
    </Panel>
  )
})

const STEPS = [0, 1, 2, 3, 4, 5]

function HeatLegend() {
  return (
    <p
      aria-hidden="true"
      className="flex flex-wrap items-center justify-end gap-[3px] text-[min(.75rem,6.5vw)] text-ink-3 forced-color-adjust-none"
    >
      <span className="mr-1">Menos</span>
      {STEPS.map((step) => (
        <i key={step} className="size-[11px] rounded-[3px]" style={{ background: `var(--heat-${step})` }} />
      ))}
      <span className="ml-1">Más</span>
    </p>
  )
}
