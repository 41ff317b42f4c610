export const SPARK_WIDTH = 300
export const SPARK_HEIGHT = 40
const TOP = 4
const ZERO = 36

const round = (value: number): number => Math.round(value * 10) / 10

/** Control points have the height of their end points, so that the curve never exceeds the values. */
export function sparklinePath(values: readonly number[]): string {
  const best = Math.max(1, ...values)
  const step = SPARK_WIDTH / (values.length - 1)
  const points = values.map((value, at) => ({
    x: round(at * step),
    y: round(ZERO - ((ZERO - TOP) * value) / best),
  }))
  return points.reduce((path, { x, y }, at) => {
    const before = points[at - 1]
    if (before === undefined) return `M${x} ${y}`
    const middle = round((before.x + x) / 2)
    return `${path}C${middle} ${before.y} ${middle} ${y} ${x} ${y}`
  }, '')
}

export const areaPath = (line: string): string => `${line}L${SPARK_WIDTH} ${SPARK_HEIGHT}L0 ${SPARK_HEIGHT}Z`
