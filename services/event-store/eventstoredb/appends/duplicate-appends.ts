import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { STORE_LIMITS, isStoreError, type AppendResult, type Expected } from '@app/contracts/event-store.ts'
import { LRUCache } from 'lru-cache'
import { appendTimedOut, tooManyWaiting } from '../../append-refusals.ts'
import type { PreparedEvent } from '../../check-append.ts'

interface AppendRequest {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly timeoutMs: number
  readonly mayBeRetry: boolean
}

export type Append = (request: AppendRequest) => Promise<AppendResult>

/** Streams and revisions with an ambiguous append; the oldest are forgotten. */
const AMBIGUOUS_MAX = 10_000

/** An append that failed ambiguously may be a retry when it comes again. */
export function retriesAfterAmbiguity(append: Append): Append {
  const ambiguous = new LRUCache<string, true>({ max: AMBIGUOUS_MAX })
  return async (request) => {
    const revision = `${request.stream} ${request.expected}`
    try {
      const mayBeRetry = request.mayBeRetry || ambiguous.has(revision)
      const result = await append({ ...request, mayBeRetry })
      ambiguous.delete(revision)
      return result
    } catch (error) {
      if (isStoreError(error) && error.ambiguous) ambiguous.set(revision, true)
      throw error
    }
  }
}

/**
 * The server drops an append that comes while the same one is being written, and answers after 2 s that it gave up. So
 * one is sent, and callers that request the same meanwhile get its answer.
 */
export function joinDuplicates(append: Append): Append {
  const pending = new Map<string, Promise<AppendResult>>()
  let joined = 0

  /** Waits no longer than the caller's deadline, with a limit of waiting callers. */
  async function resultOf(same: Promise<AppendResult>, request: AppendRequest): Promise<AppendResult> {
    if (joined >= STORE_LIMITS.queuedAppendsMax) throw tooManyWaiting()
    joined += 1
    try {
      return await withTimeout(same, request.timeoutMs, () =>
        Promise.reject(appendTimedOut(request.stream, request.timeoutMs, true)),
      )
    } finally {
      joined -= 1
    }
  }

  async function join(same: Promise<AppendResult>, request: AppendRequest): Promise<AppendResult> {
    const untilMs = performance.now() + request.timeoutMs
    try {
      return { ...(await resultOf(same, request)), replayed: true }
    } catch (error) {
      const timeoutMs = Math.floor(untilMs - performance.now())
      const isFull = joined >= STORE_LIMITS.queuedAppendsMax
      // The first may have had less time.
      if (isFull || !isStoreError(error) || !error.retryable || timeoutMs <= 0) throw error
      return joinOrAppend({ ...request, timeoutMs })
    }
  }

  async function joinOrAppend(request: AppendRequest): Promise<AppendResult> {
    const key = keyOf(request)
    const same = pending.get(key)
    if (same !== undefined) return join(same, request)
    const appending = append(request).finally(() => pending.delete(key))
    pending.set(key, appending)
    return appending
  }

  return joinOrAppend
}

const keyOf = ({ stream, expected, events }: AppendRequest): string =>
  `${stream} ${expected} ${events.map(({ id }) => id).join(' ')}`
