import { LRUCache } from 'lru-cache'

export interface StateCache<Entry extends { readonly bytes: number }> {
  get(key: string): Entry | undefined
  put(key: string, entry: Entry): void
  delete(key: string): void
  clear(): void
  size(): number
}

export function createStateCache<Entry extends { readonly bytes: number }>({
  entriesMax,
  bytesMax,
}: {
  readonly entriesMax: number
  readonly bytesMax: number
}): StateCache<Entry> {
  const entries = new LRUCache<string, Entry>({
    max: entriesMax,
    maxSize: bytesMax,
    sizeCalculation: ({ bytes }) => bytes,
  })
  return {
    get: (key) => entries.get(key),
    // An entry above the limit is not stored, and removes only what its key held before.
    put: (key, entry) => void entries.set(key, entry),
    delete: (key) => void entries.delete(key),
    size: () => entries.size,
    clear: () => entries.clear(),
  }
}
