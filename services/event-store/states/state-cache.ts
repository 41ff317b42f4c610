export interface StateCache<Entry extends { readonly bytes: number }> {
  get(key: string): Entry | undefined
  put(key: string, entry: Entry): void
  delete(key: string): void
  clear(): void
  size(): number
}

/** What was used longest ago makes room: by number, and by the bytes that entries say they have. */
export function createStateCache<Entry extends { readonly bytes: number }>(limits: {
  readonly entriesMax: number
  readonly bytesMax: number
}): StateCache<Entry> {
  const entries = new Map<string, Entry>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  function isTooMuch(): boolean {
    return entries.size > limits.entriesMax || bytes > limits.bytesMax
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    put: (key, entry) => {
      remove(key)
      entries.set(key, entry)
      bytes += entry.bytes
      while (isTooMuch()) remove(entries.keys().next().value!)
    },
    delete: remove,
    size: () => entries.size,
    clear: () => {
      entries.clear()
      bytes = 0
    },
  }
}
