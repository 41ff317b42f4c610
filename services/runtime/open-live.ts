import { createLiveHub, type LiveHub, type LiveHubDeps } from '@app/api/live/live-hub.ts'
import type { ProductDeps } from './product-deps.ts'

/** The live streams of this process, which need no personal data of the log. */
export function openLive(
  { backend, log, onStop, tuning }: ProductDeps,
  sessions: Pick<LiveHubDeps, 'openSessions'>,
): LiveHub {
  const live = createLiveHub({
    db: backend.reader,
    ...sessions,
    now: backend.now,
    ...tuning?.live,
    onTrouble: (error) => log.warn({ err: error }, 'live streams get no news'),
  })
  onStop(live.stop)
  return live
}
