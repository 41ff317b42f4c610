import type { OnGrown } from '@app/contracts/event-store.ts'

export interface Watchers {
  readonly size: number
  add(onGrown: OnGrown): () => void
  /** Notifies all of them of new types, once a turn of the event loop. */
  received(type: string): void
  announce: OnGrown
}

export function createWatchers(): Watchers {
  const watchers = new Set<OnGrown>()
  let types: Set<string> | undefined
  const announce: OnGrown = (some) => watchers.forEach((watcher) => watcher(some))
  return {
    get size() {
      return watchers.size
    },
    add: (onGrown) => {
      const watcher: OnGrown = (some) => onGrown(some) // a new function: the same callback may watch twice
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    received: (type) => {
      if (types !== undefined) return void types.add(type)
      types = new Set([type])
      setImmediate(() => {
        const announced = types
        types = undefined
        announce(announced)
      })
    },
    announce,
  }
}
