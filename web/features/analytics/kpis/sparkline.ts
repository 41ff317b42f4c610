export const SPARK_WIDTH = 300
export const SPARK_HEIGHT = 40
const TOP = 4
const ZERO = 31

const round = (value: number): number => Math.round(value * 10) / 10

export function sparklinePath(values: readonly number[]): string {
  const best = Math.max(0, ...values)
  const heightOf = (value: number): number => round(best === 0 ? ZERO : ZERO - ((ZERO - TOP) * value) / best)
  const only = values.length < 2
  const ys = only ? [values[0] ?? 0, values[0] ?? 0].map(heightOf) : values.map(heightOf)
  const step = SPARK_WIDTH / (ys.length - 1)
  // Control points have the height of their end points, so that the curve never exceeds the values.
  return ys.reduce((path, y, index) => {
    if (index === 0) return `M0 ${y}`
    const x = round(index * step)
    const middle = round((index - 0.5) * step)
    return `${path}C${middle} ${ys[index - 1]} ${middle} ${y} ${x} ${y}`
  }, '')
}

export const areaPath = (line: string): string => `${line}L${SPARK_WIDTH} ${SPARK_HEIGHT}L0 ${SPARK_HEIGHT}Z`
