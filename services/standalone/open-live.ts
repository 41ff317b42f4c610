import { createLiveHub, type LiveHub } from '@app/api/live-hub.ts'
import type { Viewers } from '@app/api/viewer.ts'
import type { ProductDeps } from './product-deps.ts'

const TROUBLES = {
  figures: 'live streams cannot be told what has moved',
  sessions: 'ends of sessions cannot be followed',
} as const

/** The live streams of this process; what they need of the log is not personal. */
export function openLive({ backend, log, onStop }: ProductDeps, viewers: Viewers): LiveHub {
  const live = createLiveHub({
    db: backend.reader,
    store: backend.sealed,
    viewers,
    now: backend.now,
    onTrouble: (part, error) => log.warn({ err: error }, TROUBLES[part]),
  })
  onStop(live.stop)
  return live
}
