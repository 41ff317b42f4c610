import { setImmediate } from 'node:timers/promises'

/**
 * Looks up many keys in few batches: calls that arrive while a batch is under way share the next one, so each caller
 * gets data read after its call.
 * @param max keys of a batch
 */
export function createBatchedLookup<Value>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  max: number,
): (key: string) => Promise<Value | undefined> {
  interface Waiting {
    readonly key: string
    readonly resolve: (value: Value | undefined) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isRunning = false

  async function runBatches(): Promise<void> {
    isRunning = true
    // Collects the calls of one turn of the event loop.
    await setImmediate()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        const found = await lookUp(batch.map(({ key }) => key))
        for (const { key, resolve } of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isRunning) void runBatches()
    })
}
