import type { IncomingMessage } from 'node:http'

/** How fast the body of an upload has to come. */
export interface UploadPace {
  /** In every stretch of this length … */
  readonly windowMs: number
  /** … at least so much, until the body is whole. */
  readonly bytesMin: number
  /** The whole of it. */
  readonly msMax: number
}

/** 8 KB a second: a phone at the edge of its network does that. Ends before the server gives up the request itself. */
export const UPLOAD_PACE: UploadPace = { windowMs: 5_000, bytesMin: 40_000, msMax: 50_000 }

/**
 * Watches the body of a request on its connection, whoever reads it.
 * @param onSlow may be called more than once
 * @returns ends the watch
 */
export function watchPace(
  { socket }: Pick<IncomingMessage, 'socket'>,
  { windowMs, bytesMin, msMax }: UploadPace,
  onSlow: () => void,
): () => void {
  let before = socket.bytesRead
  const look = setInterval(() => {
    const now = socket.bytesRead
    if (now - before < bytesMin) onSlow()
    before = now
  }, windowMs)
  const deadline = setTimeout(onSlow, msMax)
  return () => {
    clearInterval(look)
    clearTimeout(deadline)
  }
}
