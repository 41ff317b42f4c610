import { setImmediate } from 'node:timers/promises'

/**
 * Looks up many keys by few questions: whoever asks while one is on its way shares the next one. Each question begins
 * after all whom it answers have asked.
 * @param max keys of a question
 */
export function createBatchedLookup<Value>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
  max: number,
): (key: string) => Promise<Value | undefined> {
  interface Waiting {
    readonly key: string
    readonly resolve: (value: Value | undefined) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    isAsking = true
    // Many ask in one turn of the event loop, one after another.
    await setImmediate()
    while (waiting.length > 0) {
      const asked = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        const found = await ask(asked.map(({ key }) => key))
        for (const { key, resolve } of asked) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    isAsking = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isAsking) void askAll()
    })
}
