import {
  DEVICES,
  EXCLUSIONS,
  NETWORKS,
  REFERRERS,
  SHARING_APPS,
  SOURCES,
} from '@app/contracts/traffic/traffic.ts'

/**
 * A day or a month has some 200 things to count, of which most are zero. They lie in one column as pairs of code and
 * count, in the order of the codes: the smallest form there is, one row however many are counted, and no row for none.
 */
export type Counters = Map<number, number>

const HOURS_A_DAY = 24
const HEAT = 1_000
const HEAT_CELLS = 7 * HOURS_A_DAY

/** What is counted by its value. A value keeps its place: new ones come last, and with a new version of the projection. */
const DIMENSIONS = {
  network: { from: 0, values: NETWORKS },
  source: { from: 100, values: SOURCES },
  referrer: { from: 200, values: REFERRERS },
  device: { from: 300, values: DEVICES },
  'excluded-tap': { from: 400, values: EXCLUSIONS },
  'excluded-click': { from: 500, values: EXCLUSIONS },
  'excluded-download': { from: 600, values: EXCLUSIONS },
  shared: { from: 700, values: SHARING_APPS },
} as const satisfies Record<string, { readonly from: number; readonly values: readonly string[] }>
export type Dimension = keyof typeof DIMENSIONS

/** Counts by dimension, then by value; what is zero is absent. */
export type Breakdown = Readonly<Partial<Record<Dimension, Readonly<Record<string, number>>>>>

const codes = new Map<string, number>()
const meanings = new Map<number, readonly [Dimension, string]>()
for (const [dimension, { from, values }] of Object.entries(DIMENSIONS)) {
  values.forEach((value, index) => {
    codes.set(`${dimension}|${value}`, from + index)
    meanings.set(from + index, [dimension as Dimension, value])
  })
}

/** @throws Error when the dimension has no such value */
export function codeOf(dimension: Dimension, value: string): number {
  const code = codes.get(`${dimension}|${value}`)
  if (code === undefined) throw new Error(`nothing counts ${dimension} ${value}`)
  return code
}

/** @param weekday 0 (Monday) to 6 */
export const heatCode = (weekday: number, hour: number): number => HEAT + weekday * HOURS_A_DAY + hour

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
    const [dimension, value] = meanings.get(code) ?? []
    if (count !== 0 && dimension !== undefined && value !== undefined)
      (grouped[dimension] ??= {})[value] = count
  }
  return grouped
}

/** Visits by weekday from Monday on, then by hour of the wall clock. */
export function heatOf(counters: Counters): readonly (readonly number[])[] {
  const cells = Array.from({ length: HEAT_CELLS }, (_, cell) => counters.get(HEAT + cell) ?? 0)
  return Array.from({ length: 7 }, (_, weekday) =>
    cells.slice(weekday * HOURS_A_DAY, (weekday + 1) * HOURS_A_DAY),
  )
}
