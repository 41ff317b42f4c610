import { LIMITS } from '@app/contracts/limits.ts'
import { isStoreError } from '@app/contracts/event-store.ts'

export type RecordStatus = 'recorded' | 'pending' | 'dropped'

/** Writes one fact; called again with the same ids it writes nothing twice. */
export type Attempt = () => Promise<void>

/**
 * Records what may be recorded a little later: a page never waits for the log. What cannot be written at once is kept
 * in memory and tried again; when too many wait, the newest is dropped and counted.
 */
export interface Recorder {
  record(attempt: Attempt, waitMs?: number): Promise<RecordStatus>
  readonly pending: number
  readonly dropped: number
  /** Tries what waits a last time, within the time given; answers how many are lost. */
  stop(withinMs: number): Promise<number>
}

export interface RecorderOptions {
  readonly onChange?: (pending: number, dropped: number) => void
  /** Told of a fact that no later attempt can record. */
  readonly onLost: (error: unknown) => void
  readonly retryMs?: number
  readonly pendingMax?: number
}

const RETRY_MS = 1_000
const TOGETHER_MAX = 50

const isLater = (error: unknown): boolean => isStoreError(error) && error.retryable

export function createRecorder(options: RecorderOptions): Recorder {
  const { onChange, onLost, retryMs = RETRY_MS, pendingMax = LIMITS.pendingFactsMax } = options
  const waiting = new Set<Attempt>()
  let underWay = 0
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let retrying: Promise<void> | undefined

  const changed = (): void => onChange?.(waiting.size, dropped)

  function keep(attempt: Attempt): RecordStatus {
    if (waiting.size >= pendingMax) {
      dropped += 1
      changed()
      return 'dropped'
    }
    waiting.add(attempt)
    changed()
    schedule()
    return 'pending'
  }

  function schedule(): void {
    if (timer !== undefined || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = undefined
      retrying = retryAll().finally(() => {
        retrying = undefined
        schedule()
      })
    }, retryMs)
    timer.unref()
  }

  async function retryAll(): Promise<void> {
    const queue = [...waiting]
    while (queue.length > 0) {
      const some = queue.splice(0, TOGETHER_MAX)
      const outcomes = await Promise.all(some.map(retryOne))
      // The store is still away: the others would only fail as well.
      if (!outcomes.includes(true)) return
    }
  }

  async function retryOne(attempt: Attempt): Promise<boolean> {
    try {
      await attempt()
    } catch (error) {
      if (isLater(error)) return false
      onLost(error)
    }
    waiting.delete(attempt)
    changed()
    return true
  }

  /** What the attempt comes to, even when nobody waits for it any more. */
  async function tried(attempt: Attempt): Promise<RecordStatus> {
    underWay += 1
    try {
      await attempt()
      return 'recorded'
    } catch (error) {
      if (isLater(error)) return keep(attempt)
      throw error
    } finally {
      underWay -= 1
    }
  }

  async function record(attempt: Attempt, waitMs: number = LIMITS.tapWaitMsMax): Promise<RecordStatus> {
    if (underWay >= pendingMax) {
      dropped += 1
      changed()
      return 'dropped'
    }
    let answered = false
    const outcome = tried(attempt)
    outcome.catch((error: unknown) => {
      if (answered) onLost(error)
    })
    let patience: NodeJS.Timeout | undefined
    const late = new Promise<RecordStatus>((resolve) => {
      patience = setTimeout(() => resolve('pending'), waitMs)
    })
    try {
      return await Promise.race([outcome, late])
    } finally {
      answered = true
      clearTimeout(patience)
    }
  }

  async function stop(withinMs: number): Promise<number> {
    clearTimeout(timer)
    const last = (retrying ?? Promise.resolve()).then(retryAll)
    await Promise.race([last, new Promise((resolve) => setTimeout(resolve, withinMs).unref())])
    clearTimeout(timer)
    return waiting.size + dropped
  }

  return {
    record,
    stop,
    get pending() {
      return waiting.size
    },
    get dropped() {
      return dropped
    },
  }
}
