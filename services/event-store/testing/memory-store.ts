import { STORE_LIMITS, type EventStore, type OnGrown } from '@app/contracts/event-store.ts'
import { storeDisposed } from '../append-refusals.ts'
import { checkExpected, checkLimit, checkPosition, checkStream, prepareEvents } from '../check-append.ts'
import * as server from './memory-log.ts'
import type { MemoryLog } from './memory-log.ts'
import { ensureStoreIdentity, type IdentityDeps } from '../store-identity.ts'

export { createMemoryLog, type MemoryLog } from './memory-log.ts'

export interface MemoryEventStoreOptions extends IdentityDeps {
  /** Events scanned in one read; only tests set it. */
  readonly scannedEventsMax?: number
}

export async function openMemoryEventStore(
  log: MemoryLog,
  deps: MemoryEventStoreOptions,
): Promise<EventStore> {
  const store = createHandle(log, deps)
  try {
    return { ...store, storeId: await ensureStoreIdentity(store, deps) }
  } catch (error) {
    await store.dispose()
    throw error
  }
}

function createHandle(
  log: MemoryLog,
  { now, scannedEventsMax = STORE_LIMITS.scannedEventsMax }: MemoryEventStoreOptions,
): Omit<EventStore, 'storeId'> {
  const own = new Set<OnGrown>()
  let isDisposed = false
  const open = (): MemoryLog => {
    if (isDisposed) throw storeDisposed()
    return log
  }
  return {
    append: async (stream, expected, events) => {
      checkExpected(expected)
      const result = server.appendTo(open(), stream, expected, prepareEvents(stream, events), now().getTime())
      if (!result.replayed) announce(log, events)
      return result
    },
    ...createReading(open, scannedEventsMax),
    watch: (onGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      own.add(watcher)
      log.watchers.add(watcher)
      return () => log.watchers.delete(watcher)
    },
    dispose: async () => {
      isDisposed = true
      for (const watcher of own) log.watchers.delete(watcher)
    },
  }
}

function createReading(
  open: () => MemoryLog,
  scannedEventsMax: number,
): Pick<EventStore, 'readStream' | 'headPosition' | 'readAll'> {
  return {
    readStream: async (stream, options = {}) => {
      checkStream(stream)
      checkLimit(options.limit ?? STORE_LIMITS.readLimitDefault)
      checkPosition('from', options.from ?? 0n)
      return server.readStreamOf(open(), stream, options)
    },
    headPosition: async () => server.headPositionOf(open()),
    readAll: async (after, options = {}) => {
      checkPosition('after', after)
      checkLimit(options.limit ?? STORE_LIMITS.readLimitDefault)
      return server.readAllOf(open(), after, { ...options, scannedEventsMax })
    },
  }
}

function announce(log: MemoryLog, events: readonly { readonly type: string }[]): void {
  const types = new Set(events.map(({ type }) => type))
  queueMicrotask(() => log.watchers.forEach((watcher) => watcher(types)))
}
