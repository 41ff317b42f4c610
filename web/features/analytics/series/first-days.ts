import type { TrafficPoint } from '@app/contracts/api/analytics-calls.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { TRAFFIC_SERIES } from './traffic-series.ts'

const LINE_DAYS_MIN = 3

export const isEmpty = (points: readonly TrafficPoint[]): boolean =>
  points.every((point) => TRAFFIC_SERIES.every(({ key }) => point[key] === 0))

/** The days of a profile that has too few of them for a line; undefined of one that has had three. */
export function firstDaysOf(
  points: readonly TrafficPoint[],
  unit: TimeUnit,
  profileSince: string,
): readonly TrafficPoint[] | undefined {
  const before = points.filter(({ period }) => period < profileSince)
  const days = points.slice(before.length)
  // Imported visits can be older than the profile.
  const isYoung = isEmpty(before) && days.length > 0 && days.length < LINE_DAYS_MIN
  return unit === 'day' && isYoung ? days : undefined
}
