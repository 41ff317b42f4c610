import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { STORE_LIMITS, isStoreError, type AppendResult, type Expected } from '@app/contracts/event-store.ts'
import { LRUCache } from 'lru-cache'
import { appendTimedOut, tooManyWaiting } from '../../append-refusals.ts'
import type { PreparedEvent } from '../../check-append.ts'

export interface AskedAppend {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly timeoutMs: number
  readonly mayBeRetry: boolean
}

type Append = (asked: AskedAppend) => Promise<AppendResult>

/** Streams and revisions where an append is in doubt; the oldest are forgotten. */
const IN_DOUBT_MAX = 10_000

/** An append that failed in doubt may be a retry when it comes again. */
function withDoubts(append: Append): Append {
  const inDoubt = new LRUCache<string, true>({ max: IN_DOUBT_MAX })
  return async (asked) => {
    const revision = `${asked.stream} ${asked.expected}`
    try {
      const result = await append({ ...asked, mayBeRetry: asked.mayBeRetry || inDoubt.has(revision) })
      inDoubt.delete(revision)
      return result
    } catch (error) {
      if (isStoreError(error) && error.ambiguous) inDoubt.set(revision, true)
      throw error
    }
  }
}

/**
 * The server drops an append that comes while the same one is being written, and answers after 2 s that it gave up. So
 * one goes out, and those that ask for the same meanwhile get its answer.
 */
export function withoutDuplicates(append: Append): Append {
  const underWay = new Map<string, Promise<AppendResult>>()
  const first = withDoubts(append)
  let joined = 0

  /** Waits no longer than the caller's deadline, with a limit of waiting callers. */
  async function resultOf(same: Promise<AppendResult>, asked: AskedAppend): Promise<AppendResult> {
    if (joined >= STORE_LIMITS.queuedAppendsMax) throw tooManyWaiting()
    joined += 1
    try {
      return await withTimeout(same, asked.timeoutMs, () =>
        Promise.reject(appendTimedOut(asked.stream, asked.timeoutMs, true)),
      )
    } finally {
      joined -= 1
    }
  }

  async function joining(same: Promise<AppendResult>, asked: AskedAppend): Promise<AppendResult> {
    const untilMs = performance.now() + asked.timeoutMs
    try {
      return { ...(await resultOf(same, asked)), replayed: true }
    } catch (error) {
      const timeoutMs = Math.floor(untilMs - performance.now())
      const isFull = joined >= STORE_LIMITS.queuedAppendsMax
      // The first may have had less time.
      if (isFull || !isStoreError(error) || !error.retryable || timeoutMs <= 0) throw error
      return asking({ ...asked, timeoutMs })
    }
  }

  async function asking(asked: AskedAppend): Promise<AppendResult> {
    const key = keyOf(asked)
    const same = underWay.get(key)
    if (same !== undefined) return joining(same, asked)
    const appending = first(asked).finally(() => underWay.delete(key))
    underWay.set(key, appending)
    return appending
  }

  return asking
}

const keyOf = ({ stream, expected, events }: AskedAppend): string =>
  `${stream} ${expected} ${events.map(({ id }) => id).join(' ')}`
