import type { LiveMessage } from '@app/contracts/api/live-calls.ts'
import { api } from '../api.ts'
import type { AppStore } from '../store.ts'
import { openStreamCall } from '../calls/stream-call.ts'
import { afterMs, followLive, type After, type LiveStatus, type ReconnectingStream } from './live-stream.ts'

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
  const stream = followLive({
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
  const unfollow = followAttention(stream, afterMs)
  return () => {
    unfollow()
    stream.stop()
  }
}

/** A short switch to another tab keeps the stream; a hidden tab then closes it. */
const HIDDEN_MS_MAX = 60_000

export function followAttention(stream: ReconnectingStream, after: After): () => void {
  let callOff = (): void => undefined
  const onVisibility = () => {
    callOff()
    if (document.visibilityState === 'hidden') callOff = after(HIDDEN_MS_MAX, stream.rest)
    else stream.resume()
  }
  onVisibility()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', stream.renew)
  return () => {
    callOff()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', stream.renew)
  }
}
