import { memo, useState } from 'react'
import { hourOfWeek } from '@app/contracts/traffic/figures-filter.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { FigureHelp } from '../FigureHelp.tsx'
import { hasFilter } from '../filter/filter-address.ts'
import { useFiltering } from '../filter/filtering.ts'
import { busiestCell, cellText, HEATMAP_VISITS_MIN, heatTotal, type Heatmap } from './heatmap.ts'
import { PictureButton } from '../picture/PictureButton.tsx'
import { heatPicture } from './heat-picture.ts'
import { HeatGrid } from './HeatGrid.tsx'
import { HeatTable } from './HeatTable.tsx'

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

interface HeatmapPanelProps {
  readonly heatmap: Heatmap
  readonly caption: string
}

export const HeatmapPanel = memo(function HeatmapPanel({ heatmap, caption }: HeatmapPanelProps) {
  // The map of what a press has left is the way to another one.
  const visitsMin = hasFilter(useFiltering().narrowed) ? 1 : HEATMAP_VISITS_MIN
  const enough = heatTotal(heatmap) >= visitsMin
  return (
    <Panel
      title={TITLE}
      aside={
        <div className="-my-2 -mr-2 ml-auto flex items-center gap-1">
          {enough && <HeatLegend />}
          {enough && <PictureButton title={TITLE} caption={caption} pictureOf={() => heatPicture(heatmap)} />}
          <FigureHelp label={TITLE} figure="heatmap" />
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
      className="flex items-center gap-[3px] text-micro text-ink-3 forced-color-adjust-none"
    >
      <span className="mr-1">Menos</span>
      {STEPS.map((step) => (
        <i key={step} className="size-[11px] rounded-[3px]" style={{ background: `var(--heat-${step})` }} />
      ))}
      <span className="ml-1">Más</span>
    </p>
  )
}
