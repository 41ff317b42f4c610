const ABANDONED_AFTER_MS = 120_000

/** Watches leases for two minutes, longer than any try, by the monotonic clock: the wall clock may be set. */
export function createLeaseWatch(
  monotonicMs: () => number,
): (leases: readonly string[]) => readonly string[] {
  let seen: ReadonlyMap<string, number> = new Map()
  return (leases) => {
    const nowMs = monotonicMs()
    seen = new Map(leases.map((lease) => [lease, seen.get(lease) ?? nowMs]))
    return leases.filter((lease) => nowMs - seen.get(lease)! >= ABANDONED_AFTER_MS)
  }
}
