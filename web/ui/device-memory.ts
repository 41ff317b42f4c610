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
})

export const { recall, remember, forget } = memoryIn(() => localStorage)
export const tabMemory = memoryIn(() => sessionStorage)
