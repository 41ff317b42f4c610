import { Refusal } from '@app/contracts/refusals.ts'

export interface ExportTurns {
  /**
   * @param work ends soon after its signal
   * @throws Refusal unavailable, while another account has the slot
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
/** A slow or vanished reader delays others for so long at most. */
const TURN_MS = 60_000

/** One at a time. It may outlast its slot while nobody else waits; an account's next one replaces its own. */
export function createExportTurns(monotonicMs: () => number): ExportTurns {
  let current: Turn | undefined

  function take(accountId: string): Turn {
    const leftMs = current === undefined ? 0 : current.endsMs - monotonicMs()
    if (leftMs > 0 && current?.accountId !== accountId) {
      const retryAfterSeconds = Math.min(RETRY_SECONDS_MAX, Math.ceil(leftMs / 1_000))
      throw new Refusal('unavailable', BUSY, { retryAfterSeconds })
    }
    current?.ending.abort()
    return { accountId, endsMs: monotonicMs() + TURN_MS, ending: new AbortController() }
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
