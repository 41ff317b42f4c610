/** More at once wait for the database, and on a busy machine longer than a call waits: that is a 503. */
const AT_ONCE = 20

/** For tests: repeats a call, and counts each status of the answers. */
export async function statuses(
  count: number,
  ask: (n: number) => Promise<Response>,
): Promise<Readonly<Record<number, number>>> {
  const counts: Record<number, number> = {}
  let asked = 0
  const askOn = async (): Promise<void> => {
    while (asked < count) {
      const { status } = await ask(asked++)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return counts
}
