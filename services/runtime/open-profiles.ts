import { followProfiles } from '@app/api/profiles/follow-profiles.ts'
import { createProfileLookup, type ProfileLookup } from '@app/api/profiles/profile-lookup.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import type { ProductDeps } from './product-deps.ts'

/** Read models that a public page needs. */
export const OF_PAGES = ['profiles', 'accounts'] as const

/** A cache of profiles for pages and taps, updated with the writes of any process. */
export function openProfiles(
  { backend, log, onStop }: ProductDeps,
  { waitFor }: Pick<ProjectionProgress, 'waitFor'>,
): ProfileLookup {
  const { reader, sealed, seals, monotonicMs } = backend
  const profiles = createProfileLookup({
    db: reader,
    seals,
    monotonicMs,
    passed: (position, timeoutMs) => waitFor(position, timeoutMs, OF_PAGES),
  })
  const onTrouble = (error: unknown): void =>
    log.warn({ err: error }, 'changes of profiles cannot be followed')
  onStop(followProfiles({ store: sealed, profiles, onTrouble }).stop)
  return profiles
}
