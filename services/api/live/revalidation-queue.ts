import { Refusal } from '@app/contracts/refusals.ts'
import type { LiveStream } from './live-stream.ts'

/** Streams that their readers may no longer see; checked one after the other. */
export interface RevalidationQueue {
  add(stream: LiveStream): void
  forget(stream: LiveStream): void
  retry(): void
}

export function createRevalidationQueue(onRefused: (stream: LiveStream) => void): RevalidationQueue {
  const due = new Set<LiveStream>()
  let isRunning = false

  async function run(): Promise<void> {
    for (const stream of due) {
      // Before the check: a change during it adds the stream again.
      due.delete(stream)
      try {
        await stream.check()
      } catch (error) {
        if (!(error instanceof Refusal)) {
          due.add(stream) // undecided: while the log is unreachable, no right can change either
          return
        }
        onRefused(stream)
      }
    }
  }

  function retry(): void {
    if (isRunning || due.size === 0) return
    isRunning = true
    void run().finally(() => {
      isRunning = false
    })
  }

  return {
    add: (stream) => {
      due.add(stream)
      retry()
    },
    forget: (stream) => void due.delete(stream),
    retry,
  }
}
