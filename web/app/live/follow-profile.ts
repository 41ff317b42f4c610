import type { LiveMessage } from '@app/contracts/analytics/live-calls.ts'
import { api } from '../api.ts'
import type { AppStore } from '../store.ts'
import { openStreamCall } from '../calls/stream-call.ts'
import { afterMs, followLive, type LiveStatus } from './live-stream.ts'

interface Follower {
  readonly onMessage: (message: LiveMessage, position: string | undefined) => void
  readonly onStatus?: (status: LiveStatus) => void
}

/** Follows a profile with the session's token while the page is visible. @returns stops it; no message comes after that */
export const followProfile = (store: AppStore, profileId: string, { onMessage, onStatus }: Follower) =>
  followLive({
    open: (lastEventId, signal) =>
      openStreamCall(store, { path: `/figures/${encodeURIComponent(profileId)}/live`, lastEventId, signal }),
    onMessage: (message, position) => {
      onMessage(message, position)
      if (message.type === 'ended') store.dispatch(api.util.invalidateTags(['Account']))
    },
    onStatus: (status) => onStatus?.(status),
    after: afterMs,
    random: Math.random,
  })
