import { Refusal } from '@app/contracts/refusals.ts'
import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'

/** Repeatable: with the same ids it writes nothing twice. */
type RecordingAttempt = () => Promise<void>

type RecordStatus = 'recorded' | 'pending' | 'dropped'

export type Recorder = ReturnType<typeof createRecorder>

interface RecorderOptions {
  readonly onLost: (error: unknown) => void
  readonly laterMs?: number
  readonly waitMs?: number
}

/** A delivered contact file waits this long for the page's announcement, which names the visitor. */
const LATER_MS = 5_000
const WAIT_MS = 150
export const UNDER_WAY_MAX = 1_000

/** Facts for which no answer waits longer than a moment: deliveries of contact files, previews, conversions. */
export function createRecorder({ onLost, laterMs = LATER_MS, waitMs = WAIT_MS }: RecorderOptions) {
  const underWay = new Set<Promise<RecordStatus>>()
  const later = new Map<NodeJS.Timeout, () => void>()
  const dropped = (error: unknown): RecordStatus => {
    onLost(error)
    return 'dropped'
  }

  /** @throws Refusal, of another fact with the same id */
  async function record(attempt: RecordingAttempt): Promise<RecordStatus> {
    if (underWay.size >= UNDER_WAY_MAX) return dropped(new Error('too many facts are under way'))
    const outcome = attempt().then(
      () => 'recorded' as const,
      (error: unknown) => {
        if (error instanceof Refusal) throw error
        return dropped(error)
      },
    )
    underWay.add(outcome)
    // The caller may have its answer already.
    outcome.catch(() => undefined).finally(() => underWay.delete(outcome))
    return withTimeout(outcome, waitMs, () => 'pending')
  }

  return {
    record,
    /** After a wait for more data under the same ids; at once when too many wait. */
    recordLater: async (attempt: RecordingAttempt): Promise<RecordStatus> => {
      if (later.size >= UNDER_WAY_MAX) return record(attempt)
      const begin = (): void => {
        clearTimeout(timer)
        later.delete(timer)
        record(attempt).catch(onLost)
      }
      const timer = setTimeout(begin, laterMs)
      later.set(timer, begin)
      return 'pending'
    },
    stop: async (withinMs: number): Promise<number> => {
      for (const begin of later.values()) begin()
      await withTimeout(Promise.allSettled(underWay), withinMs, () => undefined)
      return underWay.size
    },
  }
}
