/** Works on two items at once at most: the next one begins before one ends. Ends when none is left. */
export async function eachOverlapping<Item>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let before: Promise<void> = Promise.resolve()
  let current = before
  try {
    for await (const item of items) {
      ;[before, current] = [current, work(item)]
      current.catch(() => undefined) // it is awaited later
      await before
    }
    await current
  } finally {
    await Promise.allSettled([before, current])
  }
}
