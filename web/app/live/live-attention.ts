import type { ReconnectingStream } from './live-stream.ts'
import type { After } from './paced.ts'

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
