import { binomialAtLeast, binomialAtMost, type TailPart } from '../statistics/binomial-tail.ts'
import { dispersionOf, effective, sumOfParts } from '../statistics/dispersion.ts'
import { normalAbove } from '../statistics/normal-tail.ts'
import { withoutTellingDay } from '../statistics/telling-day.ts'
import { twoProportionsZ } from '../statistics/two-proportions.ts'

const CLICKS_MIN = 50
/** Smallest difference worth reporting. */
const OVER_EVEN = 1.5
const UNDER_EVEN = 0.5
const CHANGE_MIN = 0.3
const CHANGE_POINTS_MIN = 0.1

export interface Standing {
  readonly now: TailPart
  readonly share: number
}

const rateOf = ({ count, of }: TailPart): number => count / of

function differs(now: readonly TailPart[], before: readonly TailPart[], alpha: number): boolean {
  const [rate, share] = [rateOf(sumOfParts(now)), rateOf(sumOfParts(before))]
  const difference = Math.abs(rate - share)
  if (!(difference >= CHANGE_POINTS_MIN && difference >= share * CHANGE_MIN)) return false
  const z = twoProportionsZ(sumOfParts(now), sumOfParts(before), dispersionOf(now, before))
  return 2 * normalAbove(Math.abs(z)) <= alpha
}

/** The change must remain without each period's most influential day. */
export function changedSince(
  before: readonly TailPart[],
  now: readonly TailPart[],
  alpha: number,
): Standing | undefined {
  const [total, past] = [sumOfParts(now), sumOfParts(before)]
  if (Math.min(total.of, past.of) < CLICKS_MIN || !differs(now, before, alpha)) return undefined
  const share = rateOf(past)
  const [side, other] = rateOf(total) > share ? (['above', 'below'] as const) : (['below', 'above'] as const)
  const [calm, calmBefore] = [withoutTellingDay(now, share, side), withoutTellingDay(before, share, other)]
  return differs(calm, calmBefore, alpha) ? { now: total, share } : undefined
}

const outdoes = (days: readonly TailPart[], share: number, alpha: number): boolean =>
  rateOf(sumOfParts(days)) >= OVER_EVEN * share &&
  binomialAtLeast(effective(sumOfParts(days), dispersionOf(days)), share) <= alpha / 2

const lags = (days: readonly TailPart[], share: number, alpha: number): boolean =>
  rateOf(sumOfParts(days)) <= UNDER_EVEN * share &&
  binomialAtMost(effective(sumOfParts(days), dispersionOf(days)), share) <= alpha / 2

export function unlikeEven(now: readonly TailPart[], share: number, alpha: number): Standing | undefined {
  const over = outdoes(now, share, alpha) && outdoes(withoutTellingDay(now, share, 'above'), share, alpha)
  const under = lags(now, share, alpha) && lags(withoutTellingDay(now, share, 'below'), share, alpha)
  return over || under ? { now: sumOfParts(now), share } : undefined
}
