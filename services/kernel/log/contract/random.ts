import { createRandom, intBelow, uuidOf } from '../../../product/generator/random.ts'

/** Repeatable randomness: the title of the suite has the seed, and TEST_SEED sets it. */
export const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000)

export interface RandomValues {
  /** 0 up to, not including, `below`. */
  readonly int: (below: number) => number
  readonly uuid: () => string
}

/** Randomness of one case, independent of the cases beside it. */
export function randomFor(title: string): RandomValues {
  const random = createRandom(SEED, title)
  return { int: (below) => intBelow(random, below), uuid: () => uuidOf(random) }
}
