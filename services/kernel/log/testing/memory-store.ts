import { STORE_LIMITS, type EventStore, type OnGrown } from '@app/contracts/event-store.ts'
import { openStore, type LogAdapter } from '../open-store.ts'
import type { IdentityDeps } from '../store-identity.ts'
import * as server from './memory-log.ts'
import type { MemoryLog } from './memory-log.ts'

export { createMemoryLog, type MemoryLog } from './memory-log.ts'

export interface MemoryEventStoreOptions extends IdentityDeps {
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

export const openMemoryEventStore = (log: MemoryLog, deps: MemoryEventStoreOptions): Promise<EventStore> =>
  openStore(createAdapter(log, deps), deps)

function createAdapter(
  log: MemoryLog,
  { now, scannedEventsMax = STORE_LIMITS.scannedEventsMax }: MemoryEventStoreOptions,
): LogAdapter {
  const own = new Set<OnGrown>()
  return {
    append: async ({ stream, expected, events }) => {
      const result = server.appendTo(log, stream, expected, events, now().getTime())
      if (!result.replayed) announce(log, events)
      return result
    },
    readStream: async (stream, range) => server.readStreamOf(log, stream, range),
    headPosition: async () => server.headPositionOf(log),
    readPage: async (after, range) => server.readPageOf(log, after, { ...range, scannedEventsMax }),
    watch: (onGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      own.add(watcher)
      log.watchers.add(watcher)
      return () => log.watchers.delete(watcher)
    },
    end: async () => {
      for (const watcher of own) log.watchers.delete(watcher)
    },
  }
}

function announce(log: MemoryLog, events: readonly { readonly type: string }[]): void {
  const types = new Set(events.map(({ type }) => type))
  queueMicrotask(() => log.watchers.forEach((watcher) => watcher(types)))
}
