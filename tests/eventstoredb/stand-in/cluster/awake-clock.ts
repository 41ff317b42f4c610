const TICK_MS = 50

/** Calls back with the time that this process was running, without frozen time. */
export function startAwakeClock(tick: (awakeMs: number) => void): () => void {
  let awakeMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    awakeMs += Math.min(now - last, 2 * TICK_MS)
    last = now
    tick(awakeMs)
  }, TICK_MS)
  return () => clearInterval(timer)
}
