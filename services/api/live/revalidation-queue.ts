import { Refusal } from '@app/contracts/refusals.ts'
import type { LiveStream } from './live-stream.ts'

/** Streams that may no longer be theirs who read them: one after the other, each looked up anew. */
export interface Checks {
  add(stream: LiveStream): void
  forget(stream: LiveStream): void
  /** Goes on with those that could not be looked up. */
  retry(): void
}

/** @param onRefused told of each stream that has to end */
export function createChecks(onRefused: (stream: LiveStream) => void): Checks {
  const due = new Set<LiveStream>()
  let isRunning = false

  async function run(): Promise<void> {
    for (const stream of due) {
      // Before the look: what changes from now on is not in it, and adds the stream again.
      due.delete(stream)
      try {
        await stream.check()
      } catch (error) {
        if (!(error instanceof Refusal)) {
          due.add(stream) // nobody can say now: while the log is away nothing of theirs can change either
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
