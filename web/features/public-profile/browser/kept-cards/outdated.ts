import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'

export interface KeptCard {
  readonly name: string
  /** Undefined if the copy was not finished. */
  readonly keptAtMs: number | undefined
}

const AGE_MS_MAX = RETENTION.keptCardDays * 86_400_000

/** A clock may have been set back. */
export const isOutdated = (keptAtMs: number | undefined, nowMs: number): boolean =>
  keptAtMs === undefined || !(Math.abs(nowMs - keptAtMs) < AGE_MS_MAX)

/** All that are too old, and the oldest of the others when there are too many. */
export function outdatedOf(cards: readonly KeptCard[], nowMs: number): readonly string[] {
  const stays = cards
    .filter(({ keptAtMs }) => !isOutdated(keptAtMs, nowMs))
    .sort((one, other) => (other.keptAtMs || 0) - (one.keptAtMs || 0))
    .slice(0, KEPT_CARDS.countMax)
  return cards.filter((card) => stays.indexOf(card) < 0).map(({ name }) => name)
}
