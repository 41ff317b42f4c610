const TENTHS = 1_000

/** Percent with one decimal, exactly 100.0 together. Whole numbers, so that equal remainders compare as equal. */
export function sharesOf(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const tenths = counts.map((count) => Math.floor((count * TENTHS) / total))
  const left = TENTHS - tenths.reduce((sum, part) => sum + part, 0)
  const byRemainder = counts
    .map((count, index) => ({ index, remainder: (count * TENTHS) % total }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return tenths.map((part, index) => (part + (lucky.has(index) ? 1 : 0)) / 10)
}
