import { isStoreError, type EventStore, type StoreErrorCode } from '@app/contracts/event-store.ts'

/** Whether the log takes appends, as far as can be known without making one up. */
export interface AppendHealth {
  /** False from an append that failed until another one, or a probe, succeeds. Asks for a probe at most once a second. */
  takesAppends(): Promise<boolean>
}

export interface AppendHealthDeps {
  /** Resolves when the log could be written now, and rejects when not. */
  readonly probe: (failedForMs: number) => Promise<unknown>
  /** Monotonic. */
  readonly nowMs: () => number
}

/** The log's own fault; every other error means that it has looked at the append and answered. */
const FAILURES: readonly StoreErrorCode[] = ['Unavailable', 'Timeout', 'AccessDenied', 'Corrupt']
const PROBE_EVERY_MS = 1_000

const isFailure = (error: unknown): boolean =>
  !isStoreError(error) || (FAILURES as readonly string[]).includes(error.code)

interface Known {
  /** When the last append failed; undefined when it did not. */
  failedAtMs: number | undefined
  /** Of the last probe, and what it has found. */
  probedAtMs: number
  probing: Promise<boolean> | undefined
}

/** Remembers of each append whether the log took it; without traffic a probe says that it would again. */
export function watchAppends(
  store: EventStore,
  deps: AppendHealthDeps,
): { readonly store: EventStore; readonly health: AppendHealth } {
  const known: Known = {
    failedAtMs: undefined,
    probedAtMs: Number.NEGATIVE_INFINITY,
    probing: undefined,
  }
  const append: EventStore['append'] = async (...given) => {
    try {
      const result = await store.append(...given)
      known.failedAtMs = undefined
      return result
    } catch (error) {
      known.failedAtMs = isFailure(error) ? deps.nowMs() : undefined
      throw error
    }
  }
  return { store: { ...store, append }, health: { takesAppends: () => takesAppends(known, deps) } }
}

async function takesAppends(known: Known, deps: AppendHealthDeps): Promise<boolean> {
  const { failedAtMs } = known
  if (failedAtMs === undefined) return true
  const nowMs = deps.nowMs()
  if (known.probing === undefined) {
    if (nowMs - known.probedAtMs < PROBE_EVERY_MS) return false
    known.probedAtMs = nowMs
    known.probing = probe(known, deps, failedAtMs).finally(() => (known.probing = undefined))
  }
  return known.probing
}

async function probe(known: Known, deps: AppendHealthDeps, failedAtMs: number): Promise<boolean> {
  const isWell = await deps.probe(deps.nowMs() - failedAtMs).then(
    () => true,
    () => false,
  )
  // An append that failed while the probe was under way knows it better.
  if (isWell && known.failedAtMs === failedAtMs) known.failedAtMs = undefined
  return known.failedAtMs === undefined
}
