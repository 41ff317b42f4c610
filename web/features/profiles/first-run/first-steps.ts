import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { isFilled } from './begins-as-band.ts'
import type { FirstTaps } from './use-first-taps.ts'

export interface FirstSteps {
  readonly isFilled: boolean
  /** By anybody: the owner's own tap shows as well that the card works. */
  readonly isTried: boolean
  readonly isTapped: boolean
}

export function firstStepsOf(
  profile: OwnProfile,
  { own, counted }: Pick<FirstTaps, 'own' | 'counted'>,
): FirstSteps {
  const isTapped = profile.visits > 0 || counted !== undefined
  return {
    isFilled: isFilled(profile),
    isTried: isTapped || own !== undefined,
    isTapped,
  }
}

export const doneOf = (steps: FirstSteps): number => Object.values(steps).filter(Boolean).length
