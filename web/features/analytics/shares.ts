const TENTHS = 1_000

/** Shares in percent with one decimal that add up to exactly 100,0: the largest remainders get what rounding leaves. */
export function sharesOf(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * TENTHS) / total)
  const tenths = exact.map(Math.floor)
  const left = TENTHS - tenths.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  const lucky = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return tenths.map((part, index) => (part + (lucky.has(index) ? 1 : 0)) / 10)
}
