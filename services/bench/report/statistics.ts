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

/** `12,345`, or with digits `12,345.6`. */
export const numberText = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const latenciesOf = (times: readonly number[]): { readonly p50: number; readonly p99: number } => ({
  p50: percentile(times, 50),
  p99: percentile(times, 99),
})

export const spreadOf = (values: readonly number[]): Spread => ({
  median: medianOf(values),
  min: Math.min(...values),
  max: Math.max(...values),
})
