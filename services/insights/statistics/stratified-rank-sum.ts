export interface Stratum {
  readonly chosen: readonly number[]
  readonly others: readonly number[]
}

/** Doubled, so that midranks of ties are whole numbers. */
function doubledRank(value: number, all: readonly number[]): number {
  let rank = 1
  for (const other of all) {
    if (other < value) rank += 2
    else if (other === value) rank += 1
  }
  return rank
}

function observedIn({ chosen, others }: Stratum): number {
  const all = [...chosen, ...others]
  return chosen.reduce((sum, value) => sum + doubledRank(value, all), 0)
}

function distributionOf({ chosen, others }: Stratum): Float64Array {
  const all = [...chosen, ...others]
  const ranks = all.map((value) => doubledRank(value, all))
  const sumMax = ranks.reduce((sum, rank) => sum + rank, 0)
  const ways = Array.from({ length: chosen.length + 1 }, () => new Float64Array(sumMax + 1))
  ways[0]![0] = 1
  for (const rank of ranks) {
    for (let size = chosen.length; size >= 1; size -= 1) {
      const [from, to] = [ways[size - 1]!, ways[size]!]
      for (let sum = rank; sum <= sumMax; sum += 1) to[sum]! += from[sum - rank]!
    }
  }
  const wanted = ways[chosen.length]!
  const total = wanted.reduce((sum, count) => sum + count, 0)
  return wanted.map((count) => count / total)
}

function convolved(a: Float64Array, b: Float64Array): Float64Array {
  const result = new Float64Array(a.length + b.length - 1)
  for (const [at, chance] of b.entries()) {
    if (chance === 0) continue
    for (let sum = 0; sum < a.length; sum += 1) result[sum + at]! += a[sum]! * chance
  }
  return result
}

/** Wilcoxon's rank sum by stratum (van Elteren); Mann-Whitney's for one stratum. Exact, even with ties. */
export function stratifiedRankSum(strata: readonly Stratum[]): { higher: number; lower: number } {
  const observed = strata.reduce((sum, stratum) => sum + observedIn(stratum), 0)
  const chances = strata.map(distributionOf).reduce(convolved, Float64Array.of(1))
  const sumOf = (part: Float64Array): number =>
    Math.min(
      1,
      part.reduce((sum, chance) => sum + chance, 0),
    )
  return { higher: sumOf(chances.slice(observed)), lower: sumOf(chances.slice(0, observed + 1)) }
}

/** Sum of doubled ranks, to compare candidates whose strata have one size. */
export const rankSumOf = (strata: readonly Stratum[]): number =>
  strata.reduce((sum, stratum) => sum + observedIn(stratum), 0)
