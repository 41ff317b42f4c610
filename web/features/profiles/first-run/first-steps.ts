import type { OwnProfile } from '@app/contracts/profile-calls.ts'
import type { FirstTaps } from './use-first-taps.ts'

const isFilled = ({ profile_image, phone }: OwnProfile): boolean => profile_image !== null && phone !== ''

/** Once all steps are done the stage is a band, and so is what holds its place while it loads. */
export const beginsAsBand = (profile: OwnProfile): boolean => isFilled(profile) && profile.visits > 0

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
