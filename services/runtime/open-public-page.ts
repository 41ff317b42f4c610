import { followProfiles } from '@app/api/profiles/follow-profiles.ts'
import { createProfileLookup, type ProfileLookup } from '@app/api/profiles/profile-lookup.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import type { ProductDeps } from './product-deps.ts'
import { createRecorder, type Recorder } from '@app/api/public-page/recorder.ts'

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

const PENDING_MS_MAX = 2_000

export function openRecorder({ metrics, log, say, onStop }: ProductDeps): Recorder {
  const recorder = createRecorder({
    onPending: (pending) => metrics.pendingFacts.set(pending),
    onDropped: () => metrics.droppedFacts.inc(),
    onLost: (error) => log.warn({ err: error }, 'a pending tap could not be recorded'),
  })
  onStop(async () => {
    const lost = await recorder.stop(PENDING_MS_MAX)
    if (lost > 0) say(`${lost} toques no alcanzaron a guardarse.`)
  })
  return recorder
}
