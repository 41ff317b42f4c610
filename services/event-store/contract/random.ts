import { createRandom, intBelow, uuidOf } from '@app/generator/random.ts'

/** Chance that can be had again: the seed is in the title of the suite, and comes back by TEST_SEED. */
export const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

export interface RandomValues {
  /** 0 up to, not including, `below`. */
  readonly int: (below: number) => number
  readonly uuid: () => string
}

/** Chance for one case, the same whichever cases run beside it. */
export function randomFor(title: string): RandomValues {
  const random = createRandom(SEED, title)
  return { int: (below) => intBelow(random, below), uuid: () => uuidOf(random) }
}
