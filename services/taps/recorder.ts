import { isOutOfReach } from '../kernel/log/open-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { withTimeout } from '../platform/concurrency/with-timeout.ts'

type RecordStatus = 'recorded' | 'pending' | 'dropped'

/** Repeatable: with the same ids it writes nothing twice. */
type RecordingAttempt = () => Promise<void>

/** Facts that cannot be written at once are kept in memory and retried; when too many wait, the newest is dropped. */
export interface Recorder {
  record(attempt: RecordingAttempt, waitMs?: number): Promise<RecordStatus>
  /** After a wait for more data under the same ids; at once when too many facts wait. */
  recordLater(attempt: RecordingAttempt): Promise<RecordStatus>
  readonly pending: number
  readonly dropped: number
  /** Tries the waiting ones a last time. @returns how many are lost */
  stop(withinMs: number): Promise<number>
}

export interface RecorderOptions {
  readonly onPending?: (pending: number) => void
  readonly onDropped?: () => void
  readonly onLost: (error: unknown) => void
  readonly retryMs?: number
  readonly laterMs?: number
  readonly pendingMax?: number
}

const RETRY_MS = 1_000
/** A delivered contact file waits this long for the page's announcement, which names the visitor. */
const LATER_MS = 5_000
/** More are recorded as they are. */
export const LATER_MAX = 1_000
const TOGETHER_MAX = 50

interface RecorderState {
  readonly options: RecorderOptions
  readonly waiting: Set<RecordingAttempt>
  readonly underWay: Set<Promise<RecordStatus>>
  /** By timer, what it begins. */
  readonly later: Map<NodeJS.Timeout, () => void>
  dropped: number
  timer: NodeJS.Timeout | undefined
  retrying: Promise<void> | undefined
}

export function createRecorder(options: RecorderOptions): Recorder {
  const state: RecorderState = {
    options,
    waiting: new Set(),
    underWay: new Set(),
    later: new Map(),
    dropped: 0,
    timer: undefined,
    retrying: undefined,
  }
  return {
    record: (attempt, waitMs = LIMITS.tapWaitMsMax) => record(state, attempt, waitMs),
    recordLater: (attempt) => recordLater(state, attempt),
    stop: (withinMs) => stop(state, withinMs),
    get pending() {
      return state.waiting.size
    },
    get dropped() {
      return state.dropped
    },
  }
}

const mostOf = ({ options }: RecorderState): number => options.pendingMax ?? LIMITS.pendingFactsMax

function drop(state: RecorderState): RecordStatus {
  state.dropped += 1
  state.options.onDropped?.()
  return 'dropped'
}

async function record(
  state: RecorderState,
  attempt: RecordingAttempt,
  waitMs: number,
): Promise<RecordStatus> {
  if (state.underWay.size >= mostOf(state)) return drop(state)
  let answered = false
  const outcome = runAttempt(state, attempt)
  state.underWay.add(outcome)
  outcome
    .catch((error: unknown) => {
      // The caller has its answer already.
      if (answered) state.options.onLost(error)
    })
    .finally(() => state.underWay.delete(outcome))
  try {
    return await withTimeout(outcome, waitMs, () => 'pending')
  } finally {
    answered = true
  }
}

async function recordLater(state: RecorderState, attempt: RecordingAttempt): Promise<RecordStatus> {
  if (state.later.size >= LATER_MAX) return record(state, attempt, LIMITS.tapWaitMsMax)
  const begin = (): void => {
    clearTimeout(timer)
    state.later.delete(timer)
    record(state, attempt, LIMITS.tapWaitMsMax).catch(state.options.onLost)
  }
  const timer = setTimeout(begin, state.options.laterMs ?? LATER_MS)
  timer.unref()
  state.later.set(timer, begin)
  return 'pending'
}

async function runAttempt(state: RecorderState, attempt: RecordingAttempt): Promise<RecordStatus> {
  try {
    await attempt()
    return 'recorded'
  } catch (error) {
    if (isOutOfReach(error)) return keep(state, attempt)
    throw error
  }
}

function keep(state: RecorderState, attempt: RecordingAttempt): RecordStatus {
  if (state.waiting.size >= mostOf(state)) return drop(state)
  state.waiting.add(attempt)
  state.options.onPending?.(state.waiting.size)
  schedule(state)
  return 'pending'
}

function schedule(state: RecorderState): void {
  if (state.timer !== undefined || state.retrying !== undefined || state.waiting.size === 0) return
  state.timer = setTimeout(() => {
    state.timer = undefined
    state.retrying = retryAll(state).finally(() => {
      state.retrying = undefined
      schedule(state)
    })
  }, state.options.retryMs ?? RETRY_MS)
  state.timer.unref()
}

async function retryAll(state: RecorderState): Promise<void> {
  const queue = [...state.waiting]
  while (queue.length > 0) {
    const outcomes = await Promise.all(
      queue.splice(0, TOGETHER_MAX).map((attempt) => retryOne(state, attempt)),
    )
    // The store is still unreachable.
    if (!outcomes.includes(true)) return
  }
}

async function retryOne(state: RecorderState, attempt: RecordingAttempt): Promise<boolean> {
  try {
    await attempt()
  } catch (error) {
    if (isOutOfReach(error)) return false
    state.options.onLost(error)
  }
  state.waiting.delete(attempt)
  state.options.onPending?.(state.waiting.size)
  return true
}

async function stop(state: RecorderState, withinMs: number): Promise<number> {
  clearTimeout(state.timer)
  for (const begin of state.later.values()) begin()
  const last = Promise.allSettled([state.retrying, ...state.underWay]).then(() => retryAll(state))
  await withTimeout(last, withinMs, () => undefined)
  clearTimeout(state.timer)
  return state.waiting.size + state.underWay.size + state.dropped
}
