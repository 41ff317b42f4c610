import type { Network } from '@app/contracts/traffic/traffic-kinds.ts'

export interface InsightDay {
  readonly day: string
  readonly visits: number
  readonly visitors: number
  /** Visitors who also clicked or downloaded on that day. */
  readonly engaged: number
  readonly networks: Readonly<Record<Network, number>>
  readonly hours: readonly number[]
}

export interface Material {
  /** Full days up to yesterday, oldest first, without gaps. */
  readonly days: readonly InsightDay[]
  readonly shown: Readonly<Record<Network, boolean>>
  readonly customTitle: string
  readonly hasPhoto: boolean
}

/** Whole weeks, so that weekdays have equal weight. */
export const WINDOW_DAYS = 28

export const lastDays = (days: readonly InsightDay[], count = WINDOW_DAYS): readonly InsightDay[] =>
  days.slice(Math.max(0, days.length - count))

export function windowBefore(days: readonly InsightDay[]): readonly InsightDay[] | undefined {
  return days.length >= 2 * WINDOW_DAYS ? days.slice(-2 * WINDOW_DAYS, -WINDOW_DAYS) : undefined
}

export const totalBy = (days: readonly InsightDay[], figure: (day: InsightDay) => number): number =>
  days.reduce((sum, day) => sum + figure(day), 0)
