import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { tabMemory } from '../../../ui/browser/device-memory.ts'
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

export const areDone = (steps: FirstSteps): boolean => doneOf(steps) === 3

/** The profile whose steps this tab has shown undone: the tick of the last one is shown as well. */
export const UNDONE = 'app.first-steps'

/** The stage is a band then, and so is what holds its place while it loads. */
export const beginsAsBand = (profile: OwnProfile): boolean =>
  areDone(firstStepsOf(profile)) && tabMemory.recall(UNDONE) !== profile.id
