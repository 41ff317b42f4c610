import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import { type InsightDay, lastDays, totalBy, WINDOW_DAYS, windowBefore } from '../figures-material.ts'
import { stratifiedRankSum } from '../statistics/stratified-rank-sum.ts'
import { inPercent, inWhole } from '../wording.ts'

const VISITS_MIN = 60
const VISITS_BEFORE_MIN = 10
const CHANGE_MIN = 0.2
const WEEK = 7

const sameWeekdays = (now: readonly InsightDay[], before: readonly InsightDay[]) =>
  Array.from({ length: WEEK }, (_none, weekday) => {
    const visitsOf = (days: readonly InsightDay[]) =>
      days.filter((_day, index) => index % WEEK === weekday).map(({ visits }) => visits)
    return { chosen: visitsOf(now), others: visitsOf(before) }
  })

/**
 * Rank sum of daily visits in two windows by weekday, exact, two-sided. Uses ranks, so that one extreme day does not
 * decide. Requires a visitsChange of 20% of the total.
 */
export const visitsChange: InsightRule = ({ days }) => {
  const [now, before] = [lastDays(days), windowBefore(days)]
  if (before === undefined) return undefined
  const [visits, visitsBefore] = [now, before].map((part) => totalBy(part, (day) => day.visits)) as [
    number,
    number,
  ]
  if (visits + visitsBefore < VISITS_MIN || visitsBefore < VISITS_BEFORE_MIN) return undefined
  if (Math.abs(visits / visitsBefore - 1) < CHANGE_MIN) return undefined
  const { higher, lower } = stratifiedRankSum(sameWeekdays(now, before))
  return (visits > visitsBefore ? higher : lower) <= RULE_ALPHA / 2
    ? findingOf(visits, visitsBefore)
    : undefined
}

function findingOf(visits: number, before: number): Finding {
  const rose = visits > before
  const what = `Tus visitas ${rose ? 'subieron' : 'bajaron'} ${inPercent(Math.abs(visits / before - 1))}`
  return {
    effect: Math.abs(logRatio(visits, before)),
    costs: !rose,
    icon: rose ? 'trending-up' : 'trending-down',
    title: what,
    description: `${what}: ${inWhole(visits)} en los últimos ${WINDOW_DAYS} días, ${inWhole(before)} en los ${WINDOW_DAYS} anteriores.`,
    action: rose
      ? 'Revisa que tus datos y tu foto estén al día: se ven más veces que antes.'
      : 'Pon tu QR en la firma de tus correos y vuelve a compartir tu enlace.',
  }
}
