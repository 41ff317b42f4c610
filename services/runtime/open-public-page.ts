import { createProfileLookup, type ProfileLookup } from '@app/api/profiles/profile-lookup.ts'
import type { ProductDeps } from './product-deps.ts'
import { createRecorder, type Recorder } from '@app/api/public-page/recorder.ts'

/** Read models that a public page needs. */
export const OF_PAGES = ['profiles', 'accounts'] as const

export function openProfiles({ backend, tuning }: ProductDeps): ProfileLookup {
  const { reader: db, seals, monotonicMs } = backend
  return createProfileLookup({ db, seals, monotonicMs, freshMs: tuning?.pageFreshMs })
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
