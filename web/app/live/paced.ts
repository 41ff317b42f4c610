/** Schedules work; the returned function cancels it. */
export type After = (ms: number, work: () => void) => () => void

export const afterMs: After = (ms, work) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

/**
 * The first call requests at once. Calls while an answer is pending, or within `everyMs` of the last request, are merged
 * into one later question.
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
