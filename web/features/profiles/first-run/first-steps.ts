import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { sinceText } from '../../../ui/wording/relative-time.ts'
import type { FirstTaps } from './use-first-taps.ts'

export interface FirstSteps {
  /** A photo, and a phone to call. */
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
    isFilled: profile.profile_image !== null && profile.phone !== '',
    isTried: isTapped || own !== undefined,
    isTapped,
  }
}

export const doneOf = (steps: FirstSteps): number => Object.values(steps).filter(Boolean).length

const MINUTE_MS = 60_000

/** `hace 2 s`: the moment itself is counted in seconds, also those that are `ahora` elsewhere. */
export function tapAge(atMs: number, nowMs: number): string {
  if (nowMs - atMs >= MINUTE_MS) return sinceText(atMs, nowMs)
  return `hace ${Math.max(1, Math.floor((nowMs - atMs) / 1_000))} s`
}
