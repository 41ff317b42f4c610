import { weekdayOf } from '@app/contracts/calendar.ts'
import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import { type InsightDay, lastDays, totalBy } from '../figures-material.ts'
import { rankSumOf, type Stratum, stratifiedRankSum } from '../statistics/stratified-rank-sum.ts'
import { capital, inPercent, inTenths, onWeekdays } from '../wording.ts'

const WEEK = 7
const WEEKS_MIN = 8
const VISITS_MIN = 60
const MORE_MIN = 0.25
/** The best day must also beat the second best at this level, or its name would be random. */
const RUNNER_UP_ALPHA = 0.1

const visitsOf = (days: readonly InsightDay[], place: number): readonly number[] =>
  days.filter((_day, index) => index % WEEK === place).map(({ visits }) => visits)

/** Each week is a stratum, so that trends and busy weeks have no influence. */
function weeksOf(days: readonly InsightDay[], place: number): readonly Stratum[] {
  return Array.from({ length: days.length / WEEK }, (_none, week) => {
    const visits = days.slice(week * WEEK, (week + 1) * WEEK).map((day) => day.visits)
    return { chosen: [visits[place]!], others: visits.toSpliced(place, 1) }
  })
}

/**
 * Rank of the weekday within whole weeks, summed; exact, one-sided, times 7. Then Mann-Whitney's test against
 * the second best. At least 25% more visits on average.
 */
export const bestWeekday: InsightRule = ({ days }) => {
  const weeks = Math.floor(days.length / WEEK)
  const whole = lastDays(days, weeks * WEEK)
  if (weeks < WEEKS_MIN || totalBy(whole, ({ visits }) => visits) < VISITS_MIN) return undefined
  const [best, second] = Array.from({ length: WEEK }, (_none, place) => ({
    place,
    ranks: rankSumOf(weeksOf(whole, place)),
  })).toSorted((a, b) => b.ranks - a.ranks)
  if (best === undefined || second === undefined) return undefined
  if (stratifiedRankSum(weeksOf(whole, best.place)).higher * WEEK > RULE_ALPHA) return undefined
  const duel = { chosen: visitsOf(whole, best.place), others: visitsOf(whole, second.place) }
  return stratifiedRankSum([duel]).higher <= RUNNER_UP_ALPHA ? findingOf(whole, best.place) : undefined
}

function findingOf(days: readonly InsightDay[], place: number): Finding | undefined {
  const weeks = days.length / WEEK
  const onDay = visitsOf(days, place).reduce((sum, visits) => sum + visits, 0)
  const [mean, usual] = [
    onDay / weeks,
    (totalBy(days, ({ visits }) => visits) - onDay) / (weeks * (WEEK - 1)),
  ]
  if (mean < usual * (1 + MORE_MIN)) return undefined
  const more = usual > 0 ? `, ${inPercent(mean / usual - 1)} más` : ''
  const name = onWeekdays(weekdayOf(days[place]!.day))
  return {
    effect: logRatio(onDay, usual * weeks),
    costs: false,
    icon: 'calendar-days',
    title: `${capital(name)} son tu mejor día`,
    description: `${capital(name)} recibes ${inTenths(mean)} visitas en promedio y los demás días ${inTenths(usual)}${more} (últimas ${weeks} semanas).`,
    action: `Comparte tu enlace y publica novedades ${name}, cuando más te visitan.`,
  }
}
