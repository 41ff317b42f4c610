import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import type { FirstTaps } from './use-first-taps.ts'

export interface FirstSteps {
  /** A photo, and a phone to call. */
  readonly isFilled: boolean
  /** By anybody: the owner's own tap shows as well that the card works. */
  readonly isTried: boolean
  readonly isTapped: boolean
}

/** What is known of them before the live stream has opened. */
const UNTAPPED = { own: undefined, counted: undefined }

export function firstStepsOf(
  profile: OwnProfile,
  { own, counted }: Pick<FirstTaps, 'own' | 'counted'> = UNTAPPED,
): FirstSteps {
  const isTapped = profile.visits > 0 || counted !== undefined
  return {
    isFilled: profile.profile_image !== null && profile.phone !== '',
    isTried: isTapped || own !== undefined,
    isTapped,
  }
}

export const doneOf = (steps: FirstSteps): number => Object.values(steps).filter(Boolean).length

/** Then the stage is a band, and so is what holds its place while it loads. */
export const areDone = (steps: FirstSteps): boolean => doneOf(steps) === 3
