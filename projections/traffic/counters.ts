import { counterMeaning, heatCode, type Dimension } from './counter-codes.ts'

/** Most of a day's 200 counters are zero. One column stores the others as pairs of code and count, sorted by code. */
export type Counters = Map<number, number>

/** Zero counts are absent. */
export type Breakdown = Readonly<Partial<Record<Dimension, Readonly<Record<string, number>>>>>

export function addPairs(counters: Counters, pairs: readonly number[], sign: 1 | -1 = 1): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const code = pairs[at]!
    counters.set(code, (counters.get(code) ?? 0) + sign * pairs[at + 1]!)
  }
}

export function pairsText(counters: Counters): string {
  const sorted = [...counters].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b)
  return `{${sorted.flat().join(',')}}`
}

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

/** Monday first, then the hour of local time. */
export const heatOf = (counters: Counters): readonly (readonly number[])[] =>
  Array.from({ length: 7 }, (_day, weekday) =>
    Array.from({ length: 24 }, (_hour, hour) => counters.get(heatCode(weekday, hour)) ?? 0),
  )
