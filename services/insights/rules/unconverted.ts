import { type Finding, logRatio, RULE_ALPHA, type InsightRule } from '../finding.ts'
import { type InsightDay, type Material, lastDays, WINDOW_DAYS } from '../figures-material.ts'
import { normalAbove } from '../statistics/normal-tail.ts'
import {
  dispersionOf,
  effective,
  highestRate,
  type Proportion,
  sumOfDays,
  twoProportionsZ,
} from '../statistics/proportions.ts'
import { inExactPercent, inWhole } from '../wording.ts'

const VISITORS_MIN = 100
const FALL_MIN = 0.2
const BAR = 0.1
const QUESTIONS = 2

const partsOf = (days: readonly InsightDay[]): readonly Proportion[] =>
  days.map(({ engaged, visitors }) => ({ count: Math.min(engaged, visitors), of: visitors }))

const fell = (now: readonly Proportion[], before: readonly Proportion[]): boolean => {
  const [total, past] = [sumOfDays(now), sumOfDays(before)]
  if (past.of < VISITORS_MIN || before.length < WINDOW_DAYS) return false
  if (total.count / total.of > (past.count / past.of) * (1 - FALL_MIN)) return false
  return normalAbove(-twoProportionsZ(total, past, dispersionOf(now, before))) <= RULE_ALPHA / QUESTIONS
}

const isLow = (now: readonly Proportion[]): boolean =>
  highestRate(effective(sumOfDays(now), dispersionOf(now)), RULE_ALPHA / QUESTIONS) < BAR

/**
 * Two proportions against all days before, one-sided; else Clopper-Pearson's upper bound against BAR. Each at
 * half of alpha, widened by dispersion. A fall needs 20%.
 */
export const unconverted: InsightRule = (material) => {
  const { days } = material
  const [now, before] = [partsOf(lastDays(days)), partsOf(days.slice(0, -WINDOW_DAYS))]
  const total = sumOfDays(now)
  if (days.length < WINDOW_DAYS || total.of < VISITORS_MIN) return undefined
  if (fell(now, before)) return findingOf(material, total, sumOfDays(before))
  return isLow(now) ? findingOf(material, total) : undefined
}

function findingOf({ hasPhoto, days }: Material, now: Proportion, before?: Proportion): Finding {
  const rate = `${inExactPercent(now.count / now.of)} de quienes te visitan en un día pulsa un enlace o guarda tu contacto`
  const counts = `${inWhole(now.count)} de ${inWhole(now.of)} en los últimos ${WINDOW_DAYS} días`
  const compared =
    before === undefined
      ? ''
      : `; en los ${days.length - WINDOW_DAYS} anteriores era ${inExactPercent(before.count / before.of)}`
  return {
    effect: Math.abs(logRatio(now.count, now.of * (before === undefined ? BAR : before.count / before.of))),
    costs: true,
    icon: 'mouse-pointer-click',
    title: before === undefined ? 'Pocas visitas terminan en un clic' : 'Menos visitas terminan en un clic',
    description: `El ${rate}: ${counts}${compared}.`,
    action: hasPhoto
      ? 'Di en tu descripción qué ofreces y por dónde te pueden escribir.'
      : 'Sube tu foto y di en tu descripción qué ofreces y por dónde te pueden escribir.',
  }
}
