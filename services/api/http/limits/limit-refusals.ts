/** Counters that were full a moment ago: a flood over its quota costs the database one look a second, not one a call. */
export interface KnownRefusals {
  /** When the counter's window ends, where it was full a moment ago. */
  find(key: string): Date | undefined
  add(key: string, windowEnd: Date): void
  /** Something was given back to it. */
  forget(key: string): void
}

interface Refusal {
  readonly windowEnd: Date
  readonly atMs: number
}

/** Short, as another process may have given something back meanwhile: nobody is held off much longer than the database would. */
const FRESH_MS = 1_000
const REMEMBERED_MAX = 10_000

/** Only ever refuses: what is let through is counted in the database, whatever this says. */
export function createKnownRefusals(deps: {
  readonly now: () => Date
  readonly monotonicMs: () => number
}): KnownRefusals {
  const refusals = new Map<string, Refusal>()
  const isOver = ({ windowEnd, atMs }: Refusal): boolean =>
    deps.monotonicMs() - atMs >= FRESH_MS || windowEnd <= deps.now()

  return {
    find: (key) => {
      const found = refusals.get(key)
      if (found === undefined || !isOver(found)) return found?.windowEnd
      refusals.delete(key)
      return undefined
    },
    add: (key, windowEnd) => {
      // Behind the others: the oldest is the first to be forgotten.
      refusals.delete(key)
      refusals.set(key, { windowEnd, atMs: deps.monotonicMs() })
      if (refusals.size > REMEMBERED_MAX) refusals.delete(refusals.keys().next().value!)
    },
    forget: (key) => void refusals.delete(key),
  }
}
