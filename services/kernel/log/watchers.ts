import type { OnGrown } from '@app/contracts/event-store.ts'

/** Followers of a log, woken when it may have grown. */
export function createLogWatchers() {
  const watchers = new Set<OnGrown>()
  return {
    /** @returns ends it */
    watch: (onGrown: OnGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** @param types of the new events, where they are known */
    wake: (types?: ReadonlySet<string>) => watchers.forEach((watcher) => watcher(types)),
    clear: () => watchers.clear(),
  }
}
