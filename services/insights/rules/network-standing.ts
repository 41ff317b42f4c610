import { binomialAtLeast, binomialAtMost, type TailPart } from '../statistics/binomial-tail.ts'
import { dispersionOf, effective, totalOf } from '../statistics/dispersion.ts'
import { normalAbove } from '../statistics/normal-tail.ts'
import { withoutTellingDay } from '../statistics/telling-day.ts'
import { twoProportionsZ } from '../statistics/two-proportions.ts'

const CLICKS_MIN = 50
/** As many times an even share, or so far off its own share before, as is worth telling. */
const OVER_EVEN = 1.5
const UNDER_EVEN = 0.5
const CHANGE_MIN = 0.3
const CHANGE_POINTS_MIN = 0.1

/** A network's clicks among those on all links, and the share that they are compared with. */
export interface Standing {
  readonly now: TailPart
  readonly share: number
}

const rateOf = ({ count, of }: TailPart): number => count / of

/** Share against the share before, two-sided. */
function differs(now: readonly TailPart[], before: readonly TailPart[], alpha: number): boolean {
  const [rate, share] = [rateOf(totalOf(now)), rateOf(totalOf(before))]
  const difference = Math.abs(rate - share)
  if (!(difference >= CHANGE_POINTS_MIN && difference >= share * CHANGE_MIN)) return false
  const z = twoProportionsZ(totalOf(now), totalOf(before), dispersionOf(now, before))
  return 2 * normalAbove(Math.abs(z)) <= alpha
}

/** Is its share another than before, and still so without each period's most telling day? */
export function changedSince(
  before: readonly TailPart[],
  now: readonly TailPart[],
  alpha: number,
): Standing | undefined {
  const [total, past] = [totalOf(now), totalOf(before)]
  if (Math.min(total.of, past.of) < CLICKS_MIN || !differs(now, before, alpha)) return undefined
  const share = rateOf(past)
  const [side, other] = rateOf(total) > share ? (['above', 'below'] as const) : (['below', 'above'] as const)
  const [calm, calmBefore] = [withoutTellingDay(now, share, side), withoutTellingDay(before, share, other)]
  return differs(calm, calmBefore, alpha) ? { now: total, share } : undefined
}

const outdoes = (days: readonly TailPart[], share: number, alpha: number): boolean =>
  rateOf(totalOf(days)) >= OVER_EVEN * share &&
  binomialAtLeast(effective(totalOf(days), dispersionOf(days)), share) <= alpha / 2

const lags = (days: readonly TailPart[], share: number, alpha: number): boolean =>
  rateOf(totalOf(days)) <= UNDER_EVEN * share &&
  binomialAtMost(effective(totalOf(days), dispersionOf(days)), share) <= alpha / 2

/** Is its share far from an even one, and still so without the most telling day? */
export function unlikeEven(now: readonly TailPart[], share: number, alpha: number): Standing | undefined {
  const over = outdoes(now, share, alpha) && outdoes(withoutTellingDay(now, share, 'above'), share, alpha)
  const under = lags(now, share, alpha) && lags(withoutTellingDay(now, share, 'below'), share, alpha)
  return over || under ? { now: totalOf(now), share } : undefined
}
