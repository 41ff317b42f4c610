/** Keeps `inFlight` calls under way until the time is over, then waits for the last ones. */
export async function workInFlight(
  work: () => Promise<unknown>,
  { inFlight, ms }: { readonly inFlight: number; readonly ms: number },
): Promise<{ readonly done: number; readonly seconds: number }> {
  const startedMs = performance.now()
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() - startedMs < ms) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  return { done, seconds: (performance.now() - startedMs) / 1_000 }
}

/** Takes the next item only when a worker is free. */
export async function eachInFlight<Item>(
  items: Iterable<Item>,
  inFlight: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const coming = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = coming.next(); next.done !== true; next = coming.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
}
