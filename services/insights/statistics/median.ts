export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? 0 : (low + high) / 2
}

/** The standard deviation of normal values, relative to their MAD. */
const NORMAL_RATIO = 1.4826

/** From the median absolute deviation (MAD), which few extreme values do not change. */
export function robustDeviation(values: readonly number[]): number {
  const middle = median(values)
  return NORMAL_RATIO * median(values.map((value) => Math.abs(value - middle)))
}
