import type { OwnProfile } from '@app/contracts/api/profile-calls.ts'
import { useEffect, useState } from 'react'
import { tabMemory } from '../../../ui/browser/device-memory.ts'
import { beginsAsBand, UNDONE } from './begins-as-band.ts'
import { doneOf, type FirstSteps } from './first-steps.ts'

/** Steps that are all done stay until they are closed or left. */
export function useBand(
  profile: OwnProfile,
  steps: FirstSteps,
): readonly [isBand: boolean, close: () => void] {
  const [isBand, setBand] = useState(() => beginsAsBand(profile))
  const isDone = doneOf(steps) === 3
  useEffect(() => {
    if (isDone) tabMemory.forget(UNDONE)
    else tabMemory.remember(UNDONE, profile.id)
  }, [isDone, profile.id])
  return [isBand, () => setBand(true)]
}
