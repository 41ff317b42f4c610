import type { After } from '../../../app/live/live-stream.ts'

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
