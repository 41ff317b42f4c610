import { LRUCache } from 'lru-cache'
import { Refusal } from '@app/contracts/refusals.ts'

export interface ExportTurns {
  /**
   * @param work ends soon after its signal
   * @throws Refusal unavailable, while another account has the slot or comes first
   */
  run(accountId: string, work: (ending: AbortSignal) => Promise<void>): Promise<void>
}

interface Turn {
  readonly accountId: string
  readonly endsMs: number
  readonly ending: AbortController
}

const BUSY = 'Estamos preparando los datos de otra persona. Inténtalo de nuevo en un momento.'
const RETRY_SECONDS_MAX = 15
/** A refused account comes before those that had a turn, unless it does not try again within this time. */
const WAITING_MS = 60_000
const ACCOUNTS_MAX = 1_000

interface Turns {
  readonly monotonicMs: () => number
  /** What a refused account is told. */
  readonly busy?: string
  /** A slow or vanished reader delays others for so long at most, however often it tries. */
  readonly turnMs?: number
}

/**
 * One at a time. A turn may outlast its time while nobody else waits. An account's next try replaces its own and has what
 * is left of its time.
 */
export function createExportTurns({ monotonicMs, busy = BUSY, turnMs = 60_000 }: Turns): ExportTurns {
  let current: Turn | undefined
  const waitingUntilMs = new LRUCache<string, number>({ max: ACCOUNTS_MAX })
  const servedMs = new LRUCache<string, number>({ max: ACCOUNTS_MAX })

  /** Until when another account waits whose last turn is longer ago, or that had none. */
  function comesFirstUntil(accountId: string): number {
    const turnOf = (id: string): number => servedMs.peek(id) ?? -Infinity
    const others = [...waitingUntilMs].filter(([id]) => turnOf(id) < turnOf(accountId))
    return Math.max(0, ...others.map(([, untilMs]) => untilMs))
  }

  function take(accountId: string): Turn {
    const now = monotonicMs()
    const isOwn = current?.accountId === accountId
    const leftMs = (current?.endsMs ?? now) - now
    const ofOtherMs = isOwn ? 0 : leftMs
    const waitMs = leftMs > 0 ? ofOtherMs : comesFirstUntil(accountId) - now
    if (waitMs > 0) {
      waitingUntilMs.set(accountId, now + WAITING_MS)
      const retryAfterSeconds = Math.min(RETRY_SECONDS_MAX, Math.ceil(waitMs / 1_000))
      throw new Refusal('unavailable', busy, { retryAfterSeconds })
    }
    current?.ending.abort()
    waitingUntilMs.delete(accountId)
    if (leftMs <= 0) servedMs.set(accountId, now)
    const endsMs = leftMs > 0 ? now + leftMs : now + turnMs
    return { accountId, endsMs, ending: new AbortController() }
  }

  return {
    run: async (accountId, work) => {
      const turn = take(accountId)
      current = turn
      try {
        await work(turn.ending.signal)
      } finally {
        if (current === turn) current = undefined
      }
    },
  }
}
