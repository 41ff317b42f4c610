import type { RequestCandidate } from '@app/contracts/api/rights/request-calls.ts'

/** The only one, or the chosen one. */
export const candidateIn = (
  candidates: readonly RequestCandidate[],
  chosen: string | undefined,
): RequestCandidate | undefined =>
  candidates.length === 1 ? candidates[0] : candidates.find(({ id }) => id === chosen)
