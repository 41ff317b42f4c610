import type { TailPart } from './binomial-tail.ts'

/** Pearson's chi-square against the common rate, and its degrees of freedom. */
function chiSquare(days: readonly TailPart[]): readonly [number, number] {
  const seen = days.filter(({ of }) => of > 0)
  const rate = sumOfParts(seen).count / sumOfParts(seen).of
  if (!(rate > 0 && rate < 1)) return [0, 0]
  const squares = seen.map(({ count, of }) => (count - of * rate) ** 2 / (of * rate * (1 - rate)))
  return [squares.reduce((sum, square) => sum + square, 0), seen.length - 1]
}

export const sumOfParts = (days: readonly TailPart[]): TailPart =>
  days.reduce((sum, { count, of }) => ({ count: sum.count + count, of: sum.of + of }), { count: 0, of: 0 })

/** Relative to a binomial's, at least 1, because one person's many clicks are not many persons. */
export function dispersionOf(...periods: readonly (readonly TailPart[])[]): number {
  const [squares, freedom] = periods.map(chiSquare).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
  return freedom > 0 ? Math.max(1, squares / freedom) : 1
}

export const effective = ({ count, of }: TailPart, dispersion: number): TailPart => ({
  count: count / dispersion,
  of: of / dispersion,
})
