import { createLiveHub, type LiveHub, type LiveHubDeps } from '@app/api/live/live-hub.ts'
import type { ProductDeps } from './product-deps.ts'

const TROUBLES = {
  figures: 'live streams cannot be notified of changed figures',
  sessions: 'revocations of sessions cannot be followed',
} as const

/** The live streams of this process, which need no personal data of the log. */
export function openLive(
  { backend, log, onStop, tuning }: ProductDeps,
  progress: LiveHubDeps['progress'],
  sessions: Pick<LiveHubDeps, 'accessControl' | 'openSessions'>,
): LiveHub {
  const live = createLiveHub({
    db: backend.reader,
    store: backend.sealed,
    progress,
    ...sessions,
    now: backend.now,
    ...tuning?.live,
    onTrouble: (part, error) => log.warn({ err: error }, TROUBLES[part]),
  })
  onStop(live.stop)
  return live
}
