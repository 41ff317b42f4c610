/** Never throws: with blocked or full storage nothing is stored. */
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
      // Not stored.
    }
  },
  forget(key: string): void {
    try {
      storage().removeItem(key)
    } catch {
      // Was not stored.
    }
  },
  keysFrom(prefix: string): readonly string[] {
    try {
      const stored = storage()
      const keys = Array.from({ length: stored.length }, (_, at) => stored.key(at) ?? '')
      return keys.filter((key) => key.startsWith(prefix))
    } catch {
      return []
    }
  },
})

export const deviceMemory = memoryIn(() => localStorage)
export const { recall, remember, forget } = deviceMemory
export const tabMemory = memoryIn(() => sessionStorage)
