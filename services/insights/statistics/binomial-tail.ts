import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts'

export interface TailPart {
  readonly of: number
  readonly count: number
}

/** P(X ≥ count), exact, even for fractional counts. */
export function binomialAtLeast({ count, of }: TailPart, chance: number): number {
  return count <= 0 ? 1 : incompleteBeta(chance, count, of - count + 1)
}

export function binomialAtMost({ count, of }: TailPart, chance: number): number {
  return count >= of ? 1 : incompleteBeta(1 - chance, of - count, count + 1)
}

/** Clopper-Pearson's bound at `alpha`. */
export function lowestRate({ count, of }: TailPart, alpha: number): number {
  return count <= 0 ? 0 : inverseIncompleteBeta(alpha, count, of - count + 1)
}

export function highestRate({ count, of }: TailPart, alpha: number): number {
  return count >= of ? 1 : inverseIncompleteBeta(1 - alpha, count + 1, of - count)
}
