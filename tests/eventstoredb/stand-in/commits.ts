import type { Log } from './log.ts'

/** A real server's default commit timeout. */
export const COMMIT_TIMEOUT_MS = 2_000
const LOOK_MS = 100

/** Commits written records, and calls back their writers. */
export interface Commits {
  /** Schedules a commit of all records written until then. */
  readonly written: () => void
  readonly commit: (end: number) => void
  /** Answers once the log is committed up to `end`, or with false after the timeout. */
  readonly wait: (end: number, answer: (isCommitted: boolean) => void) => void
  readonly stop: () => void
}

interface Waiting {
  readonly end: number
  readonly untilMs: number
  readonly answer: (isCommitted: boolean) => void
}

export function createCommits(log: Log, commitMs: number): Commits {
  let waiting: Waiting[] = []
  let isDue = false

  const commit = (end: number): void => {
    log.commit(end)
    const committed = log.committedEnd()
    const ready = waiting.findIndex((one) => one.end > committed)
    const answered = ready === -1 ? waiting : waiting.slice(0, ready)
    waiting = ready === -1 ? [] : waiting.slice(ready)
    for (const { answer } of answered) answer(true)
  }
  const flush = (): void => {
    isDue = false
    log.flush()
    commit(log.end())
  }
  const giveUp = setInterval(() => {
    const now = performance.now()
    while (waiting.length > 0 && waiting[0]!.untilMs <= now) waiting.shift()!.answer(false)
  }, LOOK_MS)
  return {
    written: () => {
      if (isDue) return
      isDue = true
      setTimeout(flush, commitMs)
    },
    commit,
    wait: (end, answer) => {
      if (end <= log.committedEnd()) answer(true)
      else waiting.push({ end, untilMs: performance.now() + COMMIT_TIMEOUT_MS, answer })
    },
    stop: () => clearInterval(giveUp),
  }
}
