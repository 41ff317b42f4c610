import { sharesOf } from '@app/contracts/traffic/shares.ts'
import { SOURCE_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { SOURCES, type Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { countLabel, percentLabel } from '../../../ui/wording/figures.ts'
import type { ChartPicture, Shape } from '../picture/shapes.ts'

const WIDTH = 600
const BAR = 16
const ROW = 30

export function sourcesPicture(sources: Readonly<Record<Source, number>>): ChartPicture {
  const counts = SOURCES.map((source) => sources[source])
  const shares = sharesOf(counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  const startOf = (index: number): number => counts.slice(0, index).reduce((sum, count) => sum + count, 0)
  const shapes = SOURCES.flatMap((source, index): readonly Shape[] => {
    const [count, y] = [sources[source], BAR + 32 + index * ROW]
    const figures = `${countLabel(count)} · ${percentLabel(shares[index] ?? 0)}`
    const colour = `--src-${source}`
    const [x, width] = [(WIDTH * startOf(index)) / total, (WIDTH * count) / total]
    return [
      ...(count > 0 ? [{ kind: 'rectangle', x, y: 0, width, height: BAR, colour } as const] : []),
      { kind: 'rectangle', x: 0, y: y - 10, width: 10, height: 10, radius: 3, colour },
      { kind: 'words', x: 20, y, text: SOURCE_NAMES[source], size: 14, weight: 600, colour: '--ink' },
      { kind: 'words', x: WIDTH, y, text: figures, size: 14, colour: '--ink-2', align: 'right' },
    ]
  })
  return { width: WIDTH, height: BAR + 20 + SOURCES.length * ROW, shapes }
}
