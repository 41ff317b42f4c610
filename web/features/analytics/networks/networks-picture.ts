import { countLabel, percentLabel } from '../../../ui/wording/figures.ts'
import type { ChartPicture, Shape } from '../picture/shapes.ts'
import type { NetworkRow } from './network-rows.ts'

const WIDTH = 600
const ROW = 44
const EMPTY_HEIGHT = 60

function rowShapes({ name, network, count, share, relative }: NetworkRow, index: number): readonly Shape[] {
  const top = index * ROW
  const figures = `${countLabel(count)} · ${percentLabel(share)}`
  const bar = { kind: 'rectangle', x: 0, y: top + 24, height: 8, radius: 4 } as const
  return [
    { kind: 'words', x: 0, y: top + 15, text: name, size: 14, weight: 600, colour: '--ink', widthMax: 420 },
    { kind: 'words', x: WIDTH, y: top + 15, text: figures, size: 14, colour: '--ink-2', align: 'right' },
    { ...bar, width: WIDTH, colour: '--surface-3' },
    { ...bar, width: WIDTH * relative, colour: `--net-${network}` },
  ]
}

export const networksPicture = (rows: readonly NetworkRow[]): ChartPicture =>
  rows.length === 0
    ? {
        width: WIDTH,
        height: EMPTY_HEIGHT,
        shapes: [
          { kind: 'words', x: 0, y: 24, text: 'Sin clics en este período.', size: 14, colour: '--ink-3' },
        ],
      }
    : { width: WIDTH, height: rows.length * ROW, shapes: rows.flatMap(rowShapes) }
