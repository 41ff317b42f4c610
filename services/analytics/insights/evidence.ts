import type { Network } from '@app/contracts/traffic/kinds.ts'

export interface InsightDay {
  readonly day: string
  readonly visits: number
  readonly visitors: number
  readonly engaged: number
  readonly networks: Readonly<Record<Network, number>>
  readonly hours: readonly number[]
}

export interface Material {
  /** Full days up to yesterday, oldest first, without gaps. */
  readonly days: readonly InsightDay[]
  readonly shown: ReadonlySet<Network>
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

export interface Part {
  readonly count: number
  readonly of: number
}

export interface Evidence {
  readonly observed: number
  readonly expected: number
  readonly error: number
}

export const sumOf = (parts: readonly Part[]): Part =>
  parts.reduce((sum, { count, of }) => ({ count: sum.count + count, of: sum.of + of }), { count: 0, of: 0 })

/** Squared error of a sum of parts, by how much days differ: many clicks of one person are not many persons. */
function varianceOf(parts: readonly Part[], expected: number): number {
  const { count, of } = sumOf(parts)
  const residuals = parts.map((part) => (part.count - (count / of) * part.of) ** 2)
  const byDays = (residuals.reduce((sum, square) => sum + square, 0) * parts.length) / (parts.length - 1)
  return Math.max(byDays, of * expected * (1 - expected))
}

export function againstShare(parts: readonly Part[], share: number): Evidence {
  const { count, of } = sumOf(parts)
  return { observed: count, expected: of * share, error: Math.sqrt(varianceOf(parts, share)) }
}

/** Days against the share of earlier ones, which is an estimate itself. */
export function againstEarlier(parts: readonly Part[], earlier: readonly Part[]): Evidence {
  const [now, before] = [sumOf(parts), sumOf(earlier)]
  const share = before.count / before.of
  const variance = varianceOf(parts, share) + (now.of / before.of) ** 2 * varianceOf(earlier, share)
  return { observed: now.count, expected: now.of * share, error: Math.sqrt(variance) }
}

/** Days against as many before, each compared with the day of its place, so that weekdays do not matter. */
export function inPairs(now: readonly number[], before: readonly number[]): Evidence {
  const differences = now.map((count, nth) => count - before[nth]!)
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
  const mean = total(differences) / now.length
  const squares = total(differences.map((difference) => (difference - mean) ** 2))
  const variance = Math.max((squares * now.length) / (now.length - 1), total(now) + total(before))
  return { observed: total(now), expected: total(before), error: Math.sqrt(variance) }
}
