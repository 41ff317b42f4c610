import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { useEffect, useState } from 'react'
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

const areDone = (steps: FirstSteps): boolean => doneOf(steps) === 3

/** The profile whose steps this tab has shown undone: the tick of the last one is shown as well. */
const UNDONE = 'app.first-steps'

/** The stage is a band then, and so is what holds its place while it loads. */
export const beginsAsBand = (profile: OwnProfile): boolean =>
  areDone(firstStepsOf(profile)) && tabMemory.recall(UNDONE) !== profile.id

/** Steps that are all done stay until they are closed or left. */
export function useBand(
  profile: OwnProfile,
  steps: FirstSteps,
): readonly [isBand: boolean, close: () => void] {
  const [isBand, setBand] = useState(() => beginsAsBand(profile))
  const isDone = areDone(steps)
  useEffect(() => {
    if (isDone) tabMemory.forget(UNDONE)
    else tabMemory.remember(UNDONE, profile.id)
  }, [isDone, profile.id])
  return [isBand, () => setBand(true)]
}
