export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? 0 : (low + high) / 2
}

/** Makes the MAD of normal values their standard deviation. */
const NORMAL_SHARE = 1.4826

/** From the median absolute deviation (MAD), which few extreme values do not change. */
export function robustDeviation(values: readonly number[]): number {
  const middle = median(values)
  return NORMAL_SHARE * median(values.map((value) => Math.abs(value - middle)))
}
