interface Scale {
  readonly width: number
  readonly base: number
  readonly height: number
  readonly valueMax: number
}

const round = (value: number): number => Math.round(value * 10) / 10

/** An SVG path through the values: smooth, and never beyond a value. */
export function curveOf(values: readonly number[], { width, base, height, valueMax }: Scale): string {
  const points = values.map((value, index) => [
    round((index / (values.length - 1)) * width),
    round(base - (value / valueMax) * height),
  ])
  return points
    .map(([x = 0, y = 0], index) => {
      const [beforeX = 0, beforeY = 0] = points[index - 1] ?? []
      const middle = round((beforeX + x) / 2)
      return index === 0 ? `M${x} ${y}` : `C${middle} ${beforeY} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}
