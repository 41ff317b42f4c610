import { counterMeaning, heatCode, type Dimension } from './counter-codes.ts'

/**
 * A day or a month has some 200 things to count, of which most are zero. They lie in one column as pairs of code and
 * count, in the order of the codes: the smallest form there is, one row however many are counted, and no row for none.
 */
export type Counters = Map<number, number>

/** Counts by dimension, then by value; what is zero is absent. */
export type Breakdown = Readonly<Partial<Record<Dimension, Readonly<Record<string, number>>>>>

/** Adds pairs of code and count, as they lie in a row, or takes them away. */
export function addPairs(counters: Counters, pairs: readonly number[], sign: 1 | -1 = 1): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const code = pairs[at]!
    counters.set(code, (counters.get(code) ?? 0) + sign * pairs[at + 1]!)
  }
}

/** As they lie in a row: a text that Postgres reads as `int[]`. */
export function pairsText(counters: Counters): string {
  const sorted = [...counters].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)
  return `{${sorted.flat().join(',')}}`
}

/** Pairs out of such a text. */
export const pairsOf = (text: string): readonly number[] =>
  JSON.parse(`[${text.slice(1, -1)}]`) as readonly number[]

export function breakdownOf(counters: Counters): Breakdown {
  const grouped: Partial<Record<Dimension, Record<string, number>>> = {}
  for (const [code, count] of counters) {
    const [dimension, value] = counterMeaning(code) ?? []
    if (count !== 0 && dimension !== undefined && value !== undefined)
      (grouped[dimension] ??= {})[value] = count
  }
  return grouped
}

/** Visits by weekday from Monday on, then by hour of the wall clock. */
export const heatOf = (counters: Counters): readonly (readonly number[])[] =>
  Array.from({ length: 7 }, (_day, weekday) =>
    Array.from({ length: 24 }, (_hour, hour) => counters.get(heatCode(weekday, hour)) ?? 0),
  )
