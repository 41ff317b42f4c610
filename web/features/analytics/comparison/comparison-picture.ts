import type { ChartPicture, Shape } from '../picture/shapes.ts'
import type { TrafficDrawing } from '../series/chart-option.ts'

const SIZE = { width: 760, height: 360 } as const
const LABELS_MAX = 7

type Drawn = Pick<TrafficDrawing, 'points' | 'unit' | 'shown' | 'palette'> & {
  /** Name of the period that is not over. */
  readonly unfinished: string | undefined
}

const nameOf = (unfinished: string): Shape => ({
  kind: 'words',
  x: SIZE.width,
  y: 14,
  text: `Línea cortada: ${unfinished}`,
  size: 13,
  colour: '--ink-3',
  align: 'right',
})

export const trafficPicture = ({ unfinished, ...drawn }: Drawn): ChartPicture => ({
  ...SIZE,
  shapes: unfinished === undefined ? [] : [nameOf(unfinished)],
  canvas: async () => {
    const { trafficCanvas } = await import('../series/traffic-picture.ts')
    const drawing = { ...drawn, unfinished: unfinished !== undefined, labelsMax: LABELS_MAX }
    return trafficCanvas({ ...drawing, tooltipPosition: () => [0, 0] }, SIZE)
  },
})
