import { Refusal } from '@app/contracts/refusals.ts'

export interface Turns {
  /**
   * @param key an account or a network: it has one turn at a time
   * @param left when nobody waits for the work any more
   * @param work ends soon after its signal
   * @throws Refusal busy, unless its turn comes at once
   */
  run<Result>(key: string, left: AbortSignal, work: (ending: AbortSignal) => Promise<Result>): Promise<Result>
}

interface TurnsOptions {
  readonly atOnce: number
  /** A turn may outlast it while nobody else waits. */
  readonly turnMs: number
  readonly retrySeconds: number
  readonly monotonicMs: () => number
}

interface Turn {
  readonly endsMs: number
  readonly left: AbortSignal
  readonly ending: AbortController
  readonly ended: Promise<unknown>
}

const nothing = (): void => undefined

/** No queue: what cannot run at once is refused. */
export function createTurns({ atOnce, turnMs, retrySeconds, monotonicMs }: TurnsOptions): Turns {
  const running = new Map<string, Turn>()

  function take(key: string): void {
    const now = monotonicMs()
    const overdue = [...running].filter(([, { endsMs }]) => endsMs <= now).map(([one]) => one)
    const isOwn = running.has(key) && !overdue.includes(key)
    if (isOwn || running.size - overdue.length >= atOnce)
      throw new Refusal('busy', undefined, { retryAfterSeconds: retrySeconds })
    const replaced = running.has(key) || running.size < atOnce ? key : overdue[0]!
    running.get(replaced)?.ending.abort()
    running.delete(replaced)
  }

  return {
    run: async (key, left, work) => {
      const former = running.get(key)
      // A former turn without a client is ending.
      if (former?.left.aborted === true) await former.ended
      take(key)
      const ending = new AbortController()
      const result = work(AbortSignal.any([left, ending.signal]))
      const ended = result.then(nothing, nothing)
      const turn = { endsMs: monotonicMs() + turnMs, left, ending, ended }
      running.set(key, turn)
      try {
        return await result
      } finally {
        if (running.get(key) === turn) running.delete(key)
      }
    },
  }
}
