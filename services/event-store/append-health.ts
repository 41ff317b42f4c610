import { isStoreError, type EventStore, type StoreErrorCode } from '@app/contracts/event-store.ts'

export interface AppendHealth {
  /** False from a failed append until an append or a probe succeeds. Probes at most once a second. */
  takesAppends(): Promise<boolean>
}

export interface AppendHealthDeps {
  /** Rejects when the log cannot be written now. */
  readonly probe: (failedForMs: number) => Promise<unknown>
  /** Monotonic. */
  readonly nowMs: () => number
}

/** Faults of the log itself. With any other error the log has processed the append and answered. */
const FAILURES: readonly StoreErrorCode[] = ['Unavailable', 'Timeout', 'AccessDenied', 'Corrupt']
const PROBE_EVERY_MS = 1_000

const isFailure = (error: unknown): boolean =>
  !isStoreError(error) || (FAILURES as readonly string[]).includes(error.code)

interface Known {
  failedAtMs: number | undefined
  probedAtMs: number
  probing: Promise<boolean> | undefined
}

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
  // An append that failed during the probe outweighs it.
  if (isWell && known.failedAtMs === failedAtMs) known.failedAtMs = undefined
  return known.failedAtMs === undefined
}
