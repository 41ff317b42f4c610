import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts'

/** So many of so many. */
export interface TailPart {
  readonly of: number
  readonly count: number
}

/** Chance that at least `count` of `of` hit, each with `chance`; exact, and goes on between whole numbers. */
export function binomialAtLeast({ count, of }: TailPart, chance: number): number {
  return count <= 0 ? 1 : incompleteBeta(chance, count, of - count + 1)
}

/** Chance that at most `count` of `of` hit. */
export function binomialAtMost({ count, of }: TailPart, chance: number): number {
  return count >= of ? 1 : incompleteBeta(1 - chance, of - count, count + 1)
}

/** Clopper and Pearson's lower bound: with a true rate below it so many come about with a chance of `alpha` at most. */
export function lowestRate({ count, of }: TailPart, alpha: number): number {
  return count <= 0 ? 0 : inverseIncompleteBeta(alpha, count, of - count + 1)
}

/** Clopper and Pearson's upper bound. */
export function highestRate({ count, of }: TailPart, alpha: number): number {
  return count >= of ? 1 : inverseIncompleteBeta(1 - alpha, count + 1, of - count)
}
