/** Longer than any try of a mail takes. */
const ABANDONED_AFTER_MS = 120_000

/**
 * Answers the leases that this process has watched for two minutes. Monotonic: an end stored in the database would be
 * wrong whenever a wall clock is changed.
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
