export const SPARK_WIDTH = 300
export const SPARK_HEIGHT = 40
const TOP = 4
const ZERO = 31

const round = (value: number): number => Math.round(value * 10) / 10

interface Point {
  readonly x: number
  readonly y: number
}

function pointsOf(values: readonly number[]): readonly Point[] {
  const best = Math.max(0, ...values)
  const heightOf = (value: number): number => round(best === 0 ? ZERO : ZERO - ((ZERO - TOP) * value) / best)
  const level = values.length < 2 ? [values[0] ?? 0, values[0] ?? 0] : values
  const step = SPARK_WIDTH / (level.length - 1)
  return level.map((value, index) => ({ x: round(index * step), y: heightOf(value) }))
}

/** Control points have the height of their end points, so that the curve never exceeds the values. */
const curve = (points: readonly Point[]): string =>
  points.reduce((path, { x, y }, index) => {
    const before = points[index - 1]
    if (before === undefined) return `M${x} ${y}`
    const middle = round((before.x + x) / 2)
    return `${path}C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
  }, '')

export const sparklinePath = (values: readonly number[]): string => curve(pointsOf(values))

/** The line of whole periods, and the segment to the one that is not over. */
export function unfinishedPaths(values: readonly number[]): readonly [whole: string, unfinished: string] {
  const points = pointsOf(values)
  return [curve(points.slice(0, -1)), curve(points.slice(-2))]
}

export const areaPath = (line: string): string => `${line}L${SPARK_WIDTH} ${SPARK_HEIGHT}L0 ${SPARK_HEIGHT}Z`
