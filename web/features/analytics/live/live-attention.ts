import type { LiveConnection } from './live-stream.ts'
import type { After } from './paced.ts'

/** Somebody who looks elsewhere for a moment comes back to a living screen; a forgotten tab holds no connection. */
const HIDDEN_MS_MAX = 60_000

/** Lets the stream rest while nobody can see it, and brings it back at once with the person or with the network. */
export function followAttention(stream: LiveConnection, after: After): () => void {
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
