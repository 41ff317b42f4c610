/** Does some work later; what it answers calls it off. */
export type After = (ms: number, work: () => void) => () => void

export const afterMs: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/**
 * Asks at once, and then as often as it is wanted, but never while an answer is under way nor twice within `everyMs`.
 * What is wanted in between is asked once, afterwards: no wish is lost.
 */
export function paced(ask: () => Promise<unknown>, everyMs: number, after: After): () => void {
  let wanted = false
  let holds = 0
  const release = () => {
    holds -= 1
    if (holds === 0 && wanted) start()
  }
  const start = () => {
    wanted = false
    holds = 2
    after(everyMs, release)
    ask().then(release, release)
  }
  return () => {
    wanted = true
    if (holds === 0) start()
  }
}
