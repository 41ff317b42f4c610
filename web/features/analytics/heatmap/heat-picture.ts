import type { ChartPicture, Shape } from '../picture/shapes.ts'
import { heatStep, hourText, WEEKDAY_LABELS, type Heatmap } from './heatmap.ts'

const LEFT = 40
const CELL = 24
const GAP = 3
const HOURS = 24
const EVERY_HOURS = 3

export function heatPicture(heatmap: Heatmap): ChartPicture {
  const most = Math.max(...heatmap.flat())
  const cells = heatmap.flatMap((hours, weekday) =>
    hours.map((visits, hour): Shape => ({
      kind: 'rectangle',
      x: LEFT + hour * CELL,
      y: weekday * CELL,
      width: CELL - GAP,
      height: CELL - GAP,
      radius: 3,
      colour: `--heat-${heatStep(visits, most)}`,
    })),
  )
  const label = { kind: 'words', size: 12, colour: '--ink-3' } as const
  const weekdays = WEEKDAY_LABELS.map((name, weekday): Shape => ({
    ...label,
    x: 0,
    y: weekday * CELL + 15,
    text: name.slice(0, 3),
  }))
  const hours = Array.from({ length: HOURS / EVERY_HOURS }, (_, nth): Shape => ({
    ...label,
    x: LEFT + nth * EVERY_HOURS * CELL,
    y: WEEKDAY_LABELS.length * CELL + 15,
    text: hourText(nth * EVERY_HOURS),
  }))
  return {
    width: LEFT + HOURS * CELL,
    height: WEEKDAY_LABELS.length * CELL + 20,
    shapes: [...weekdays, ...cells, ...hours],
  }
}
