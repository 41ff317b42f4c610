import type { IncomingMessage } from 'node:http'

export interface UploadPace {
  /** In each window until the body is complete: at least `bytesMin`. */
  readonly windowMs: number
  readonly bytesMin: number
  readonly msMax: number
}

/** 8 KB a second, which a phone at the edge of its network reaches. Ends before the server's own timeout. */
export const UPLOAD_PACE: UploadPace = { windowMs: 5_000, bytesMin: 40_000, msMax: 50_000 }

/** @param onSlow may be called more than once */
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
