export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

const ascending = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b)

export function medianOf(values: readonly number[]): number {
  const sorted = ascending(values)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  if (low === undefined || high === undefined) throw new Error('no values have no median')
  return (low + high) / 2
}

/** Nearest rank. @throws Error when there are no values */
export function percentile(values: readonly number[], percent: number): number {
  const value = ascending(values)[Math.max(0, Math.ceil((percent / 100) * values.length) - 1)]
  if (value === undefined) throw new Error('no values have no percentile')
  return value
}

export const spreadOf = (values: readonly number[]): Spread => ({
  median: medianOf(values),
  min: Math.min(...values),
  max: Math.max(...values),
})
