import type { LiveMessage } from '@app/contracts/api/live-calls.ts'
import { api } from '../api.ts'
import type { AppStore } from '../store.ts'
import { openStreamCall } from '../stream-call.ts'
import { followAttention } from './live-attention.ts'
import { followLive, type LiveStatus } from './live-stream.ts'
import { afterMs } from './paced.ts'

interface Follower {
  readonly onMessage: (message: LiveMessage, position: string | undefined) => void
  readonly onStatus?: (status: LiveStatus) => void
}

/** What happens on a profile, with the session's token, while the page is seen. @returns stops it; nothing is told after that */
export function followProfile(
  store: AppStore,
  profileId: string,
  { onMessage, onStatus }: Follower,
): () => void {
  let alive = true
  const stream = followLive({
    open: (lastEventId, signal) =>
      openStreamCall(store, { path: `/figures/${encodeURIComponent(profileId)}/live`, lastEventId, signal }),
    onMessage: (message, position) => {
      if (!alive) return
      onMessage(message, position)
      if (message.type === 'ended') store.dispatch(api.util.invalidateTags(['Account']))
    },
    onStatus: (status) => alive && onStatus?.(status),
    after: (ms, work) => afterMs(ms, () => alive && work()),
    random: Math.random,
  })
  const unfollow = followAttention(stream, afterMs)
  return () => {
    alive = false
    unfollow()
    stream.stop()
  }
}
