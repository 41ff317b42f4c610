import type { Fact } from './fact.ts'

/** Before every day: the previous day of a visitor's first. */
export const NEVER = '-infinity'

export interface DayDelta {
  profileId: string
  day: string
  visits: number
  clicks: number
  downloads: number
}
export interface BreakdownDelta {
  profileId: string
  day: string
  dimension: string
  value: string
  count: number
}
export interface MatrixDelta {
  profileId: string
  day: string
  previous: string
  visitors: number
}

/** What a batch adds to the rollups, summed in memory: one row a key, however many events. */
export interface Tally {
  counted(fact: Fact, day: string, times: number): void
  breakdown(profileId: string, day: string, dimension: string, value: string, times: number): void
  unique(profileId: string, day: string, previous: string | null, times: number): void
  engaged(profileId: string, day: string, previous: string | null, times: number): void
  readonly days: ReadonlyMap<string, DayDelta>
  readonly breakdowns: ReadonlyMap<string, BreakdownDelta>
  readonly uniques: ReadonlyMap<string, MatrixDelta>
  readonly engagements: ReadonlyMap<string, MatrixDelta>
}

const COLUMN = { tap: 'visits', click: 'clicks', download: 'downloads' } as const

function entry<Row>(rows: Map<string, Row>, key: string, empty: () => Row): Row {
  const known = rows.get(key)
  if (known !== undefined) return known
  const made = empty()
  rows.set(key, made)
  return made
}

export function createTally(): Tally {
  const days = new Map<string, DayDelta>()
  const breakdowns = new Map<string, BreakdownDelta>()
  const uniques = new Map<string, MatrixDelta>()
  const engagements = new Map<string, MatrixDelta>()

  const addTo =
    (matrix: Map<string, MatrixDelta>): Tally['unique'] =>
    (profileId, day, previous, times) => {
      const before = previous ?? NEVER
      const empty = (): MatrixDelta => ({ profileId, day, previous: before, visitors: 0 })
      entry(matrix, `${profileId}|${day}|${before}`, empty).visitors += times
    }

  const breakdown: Tally['breakdown'] = (profileId, day, dimension, value, times) => {
    const empty = (): BreakdownDelta => ({ profileId, day, dimension, value, count: 0 })
    entry(breakdowns, `${profileId}|${day}|${dimension}|${value}`, empty).count += times
  }

  function counted({ profileId, kind, network, source }: Fact, day: string, times: number): void {
    const empty = (): DayDelta => ({ profileId, day, visits: 0, clicks: 0, downloads: 0 })
    entry(days, `${profileId}|${day}`, empty)[COLUMN[kind]] += times
    if (kind === 'tap') breakdown(profileId, day, 'source', source ?? 'link', times)
    if (kind === 'click') breakdown(profileId, day, 'network', network ?? 'custom', times)
  }

  return {
    counted,
    breakdown,
    unique: addTo(uniques),
    engaged: addTo(engagements),
    days,
    breakdowns,
    uniques,
    engagements,
  }
}
