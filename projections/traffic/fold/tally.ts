import { mondayOf, monthStart, weekdayOf } from '@app/contracts/calendar.ts'
import { counterCode, heatCode, type Dimension } from '../counter-codes.ts'
import type { Counters } from '../counters.ts'
import type { Fact } from '../fact.ts'

/** Stands for the previous day of a visitor's first day. Sorts before all days. */
const NEVER = '-infinity'

export const DAY_SUMS = [
  'visits',
  'clicks',
  'downloads',
  'uniques',
  'engaged',
  'week_uniques',
  'month_uniques',
  'week_engaged',
  'month_engaged',
] as const
export const MONTH_SUMS = [
  'visits',
  'clicks',
  'downloads',
  'uniques',
  'engaged',
  'new_visitors',
  'new_engaged',
] as const
export type Sum = (typeof DAY_SUMS)[number] | (typeof MONTH_SUMS)[number]

export interface RollupBucket {
  readonly profileId: string
  readonly start: string
  readonly sums: Record<Sum, number>
  readonly counters: Counters
}

export interface MatrixDelta {
  readonly profileId: string
  readonly day: string
  readonly previous: string
  visitors: number
}

/** What a fold counts. */
export interface Counting {
  /** @param hour of local time */
  counted(fact: Fact, day: string, hour: number, times: number): void
  counter(profileId: string, day: string, dimension: Dimension, value: string, times: number): void
  /** First counted visit of a visitor on a day. `previous` is the last earlier day with a visit. */
  visited(profileId: string, day: string, previous: string | null, times: number): void
  /** `previous` is the last earlier day on which the visitor was engaged. */
  engaged(profileId: string, day: string, previous: string | null, times: number): void
}

export interface Tally extends Counting {
  readonly days: ReadonlyMap<string, RollupBucket>
  readonly months: ReadonlyMap<string, RollupBucket>
  readonly uniques: ReadonlyMap<string, MatrixDelta>
  readonly engagements: ReadonlyMap<string, MatrixDelta>
}

const SUM_OF = { tap: 'visits', click: 'clicks', download: 'downloads' } as const

export const bucketKeyOf = (profileId: string, start: string): string => `${profileId}|${start}`

const noSums = (): Record<Sum, number> => ({
  visits: 0,
  clicks: 0,
  downloads: 0,
  uniques: 0,
  engaged: 0,
  week_uniques: 0,
  month_uniques: 0,
  week_engaged: 0,
  month_engaged: 0,
  new_visitors: 0,
  new_engaged: 0,
})

function bucketIn(buckets: Map<string, RollupBucket>, profileId: string, start: string): RollupBucket {
  const key = bucketKeyOf(profileId, start)
  const known = buckets.get(key)
  if (known !== undefined) return known
  const made = { profileId, start, sums: noSums(), counters: new Map<number, number>() }
  buckets.set(key, made)
  return made
}

function addTo(
  matrix: Map<string, MatrixDelta>,
  { profileId, day, previous }: Omit<MatrixDelta, 'visitors'>,
  times: number,
): void {
  const key = `${profileId}|${day}|${previous}`
  const known = matrix.get(key)
  if (known === undefined) matrix.set(key, { profileId, day, previous, visitors: times })
  else known.visitors += times
}

const increase = ({ counters }: RollupBucket, code: number, times: number): void => {
  counters.set(code, (counters.get(code) ?? 0) + times)
}

function codesOf({ kind, network, source, referrer, device }: Fact, day: string, hour: number): number[] {
  if (kind === 'click') return [counterCode('network', network ?? 'custom')]
  if (kind === 'download') return []
  return [
    counterCode('source', source),
    counterCode('referrer', referrer),
    counterCode('device', device),
    heatCode(weekdayOf(day), hour),
  ]
}

export function createTally(): Tally {
  const days = new Map<string, RollupBucket>()
  const months = new Map<string, RollupBucket>()
  const uniques = new Map<string, MatrixDelta>()
  const engagements = new Map<string, MatrixDelta>()
  const bucketsOf = (profileId: string, day: string): readonly RollupBucket[] => [
    bucketIn(days, profileId, day),
    bucketIn(months, profileId, monthStart(day)),
  ]

  return {
    counted: (fact, day, hour, times) => {
      const codes = codesOf(fact, day, hour)
      for (const bucket of bucketsOf(fact.profileId, day)) {
        bucket.sums[SUM_OF[fact.kind]] += times
        for (const code of codes) increase(bucket, code, times)
      }
    },
    counter: (profileId, day, dimension, value, times) => {
      const code = counterCode(dimension, value)
      for (const bucket of bucketsOf(profileId, day)) increase(bucket, code, times)
    },
    visited: (profileId, day, previous, times) => {
      const [ofDay, ofMonth] = bucketsOf(profileId, day) as [RollupBucket, RollupBucket]
      ofDay.sums.uniques += times
      if (previous === null || mondayOf(previous) !== mondayOf(day)) ofDay.sums.week_uniques += times
      if (previous === null || monthStart(previous) !== ofMonth.start) {
        ofDay.sums.month_uniques += times
        ofMonth.sums.uniques += times
      }
      if (previous === null) ofMonth.sums.new_visitors += times
      addTo(uniques, { profileId, day, previous: previous ?? NEVER }, times)
    },
    engaged: (profileId, day, previous, times) => {
      const [ofDay, ofMonth] = bucketsOf(profileId, day) as [RollupBucket, RollupBucket]
      ofDay.sums.engaged += times
      if (previous === null || mondayOf(previous) !== mondayOf(day)) ofDay.sums.week_engaged += times
      if (previous === null || monthStart(previous) !== ofMonth.start) {
        ofDay.sums.month_engaged += times
        ofMonth.sums.engaged += times
      }
      if (previous === null) ofMonth.sums.new_engaged += times
      addTo(engagements, { profileId, day, previous: previous ?? NEVER }, times)
    },
    days,
    months,
    uniques,
    engagements,
  }
}
