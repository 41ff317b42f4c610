import { isDatabaseAway } from '@app/postgres/database-away.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { isStoreError } from '@app/contracts/event-store.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'

export type RecordStatus = 'recorded' | 'pending' | 'dropped'

/** Repeatable: with the same ids it writes nothing twice. */
export type Attempt = () => Promise<void>

/** What cannot be written at once is kept in memory and tried again; when too many wait, the newest is dropped. */
export interface Recorder {
  record(attempt: Attempt, waitMs?: number): Promise<RecordStatus>
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
  readonly pendingMax?: number
}

const RETRY_MS = 1_000
const TOGETHER_MAX = 50

const isLater = (error: unknown): boolean => (isStoreError(error) ? error.retryable : isDatabaseAway(error))

interface Desk {
  readonly options: RecorderOptions
  readonly waiting: Set<Attempt>
  readonly underWay: Set<Promise<RecordStatus>>
  dropped: number
  timer: NodeJS.Timeout | undefined
  retrying: Promise<void> | undefined
}

export function createRecorder(options: RecorderOptions): Recorder {
  const desk: Desk = {
    options,
    waiting: new Set(),
    underWay: new Set(),
    dropped: 0,
    timer: undefined,
    retrying: undefined,
  }
  return {
    record: (attempt, waitMs = LIMITS.tapWaitMsMax) => record(desk, attempt, waitMs),
    stop: (withinMs) => stop(desk, withinMs),
    get pending() {
      return desk.waiting.size
    },
    get dropped() {
      return desk.dropped
    },
  }
}

const mostOf = ({ options }: Desk): number => options.pendingMax ?? LIMITS.pendingFactsMax

function drop(desk: Desk): RecordStatus {
  desk.dropped += 1
  desk.options.onDropped?.()
  return 'dropped'
}

async function record(desk: Desk, attempt: Attempt, waitMs: number): Promise<RecordStatus> {
  if (desk.underWay.size >= mostOf(desk)) return drop(desk)
  let answered = false
  const outcome = tried(desk, attempt)
  desk.underWay.add(outcome)
  outcome
    .catch((error: unknown) => {
      // The caller has its answer already.
      if (answered) desk.options.onLost(error)
    })
    .finally(() => desk.underWay.delete(outcome))
  try {
    return await withTimeout(outcome, waitMs, () => 'pending')
  } finally {
    answered = true
  }
}

async function tried(desk: Desk, attempt: Attempt): Promise<RecordStatus> {
  try {
    await attempt()
    return 'recorded'
  } catch (error) {
    if (isLater(error)) return keep(desk, attempt)
    throw error
  }
}

function keep(desk: Desk, attempt: Attempt): RecordStatus {
  if (desk.waiting.size >= mostOf(desk)) return drop(desk)
  desk.waiting.add(attempt)
  desk.options.onPending?.(desk.waiting.size)
  schedule(desk)
  return 'pending'
}

function schedule(desk: Desk): void {
  if (desk.timer !== undefined || desk.retrying !== undefined || desk.waiting.size === 0) return
  desk.timer = setTimeout(() => {
    desk.timer = undefined
    desk.retrying = retryAll(desk).finally(() => {
      desk.retrying = undefined
      schedule(desk)
    })
  }, desk.options.retryMs ?? RETRY_MS)
  desk.timer.unref()
}

async function retryAll(desk: Desk): Promise<void> {
  const queue = [...desk.waiting]
  while (queue.length > 0) {
    const outcomes = await Promise.all(
      queue.splice(0, TOGETHER_MAX).map((attempt) => retryOne(desk, attempt)),
    )
    // The store is still unreachable.
    if (!outcomes.includes(true)) return
  }
}

async function retryOne(desk: Desk, attempt: Attempt): Promise<boolean> {
  try {
    await attempt()
  } catch (error) {
    if (isLater(error)) return false
    desk.options.onLost(error)
  }
  desk.waiting.delete(attempt)
  desk.options.onPending?.(desk.waiting.size)
  return true
}

async function stop(desk: Desk, withinMs: number): Promise<number> {
  clearTimeout(desk.timer)
  const last = Promise.allSettled([desk.retrying, ...desk.underWay]).then(() => retryAll(desk))
  await withTimeout(last, withinMs, () => undefined)
  clearTimeout(desk.timer)
  return desk.waiting.size + desk.underWay.size + desk.dropped
}
