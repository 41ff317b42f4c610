/** Storage can be forbidden or full: then nothing is remembered, and nothing breaks. */
const memoryIn = (storage: () => Storage) => ({
  recall(key: string): string | null {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  remember(key: string, value: string): void {
    try {
      storage().setItem(key, value)
    } catch {
      // Not remembered.
    }
  },
  forget(key: string): void {
    try {
      storage().removeItem(key)
    } catch {
      // It was never remembered.
    }
  },
})

/** What this browser remembers. */
export const { recall, remember, forget } = memoryIn(() => localStorage)
/** What only this tab remembers, until it is closed. */
export const tabMemory = memoryIn(() => sessionStorage)
