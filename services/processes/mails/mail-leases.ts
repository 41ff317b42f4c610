/** Longer than any try of a mail takes. */
const ABANDONED_AFTER_MS = 120_000

/**
 * Tells which leases nobody works on any more: those that did not end while this process watched them for two minutes,
 * by a clock that nobody sets. A lease with an end of its own would end early for two processes, or an hour late, when
 * the wall clock is changed.
 */
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
