import { STORE_LIMITS, StoreError, type EventStore, type OnGrown } from '@app/contracts/event-store.ts'
import {
  checkExpected,
  checkLimit,
  checkPosition,
  checkStream,
  checkStreams,
  prepareEvents,
} from '../check-append.ts'
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
  const line = createLine(log)
  return {
    append: async (stream, expected, events, { timeoutMs = STORE_LIMITS.appendTimeoutMs } = {}) => {
      line.check()
      checkExpected(expected)
      const prepared = prepareEvents(stream, events)
      return line.ask(() => {
        const result = server.appendTo(log, stream, expected, prepared, now().getTime())
        if (!result.replayed) announce(log, events)
        return result
      }, timeoutMs)
    },
    ...createReading(log, line, scannedEventsMax),
    watch: line.watch,
    health: async () => {
      const startedMs = performance.now()
      const ok = await line.ask(() => true).catch(() => false)
      return { ok, latencyMs: performance.now() - startedMs }
    },
    dispose: line.hangUp,
  }
}

function createReading(
  log: MemoryLog,
  line: ReturnType<typeof createLine>,
  scannedEventsMax: number,
): Pick<EventStore, 'readStream' | 'readStreams' | 'head' | 'headPosition' | 'readAll' | 'inspect'> {
  return {
    readStream: async (stream, options = {}) => {
      checkStream(stream)
      checkLimit(options.limit ?? STORE_LIMITS.readLimitDefault)
      checkPosition('from', options.from ?? 0n)
      return line.ask(() => server.readStreamOf(log, stream, options))
    },
    readStreams: async (streams, { limit }) => {
      checkStreams(streams, limit)
      const open = (): readonly string[] => streams.filter((stream) => !log.closed.has(stream))
      return line.ask(
        () => new Map(open().map((stream) => [stream, server.readStreamOf(log, stream, { limit })])),
      )
    },
    head: async (stream) => {
      checkStream(stream)
      return line.ask(() => server.streamEnd(log, stream))
    },
    headPosition: () => line.ask(() => server.headPositionOf(log)),
    readAll: async (after, options = {}) => {
      checkPosition('after', after)
      checkLimit(options.limit ?? STORE_LIMITS.readLimitDefault)
      return line.ask(() => server.readAllOf(log, after, { ...options, scannedEventsMax }))
    },
    inspect: () =>
      line.ask(() => ({
        closedStreams: [...log.closed],
        misplaced: [],
        gaps: [],
        notPlain: [],
        disordered: [],
        rows: undefined,
      })),
  }
}

function announce(log: MemoryLog, events: readonly { readonly type: string }[]): void {
  const isFirst = log.announcing === undefined
  const types = (log.announcing ??= new Set())
  for (const { type } of events) types.add(type)
  if (!isFirst) return
  queueMicrotask(() => {
    log.announcing = undefined
    for (const watcher of log.watchers) watcher(types)
  })
}

/** Stands for a connection: calls time out, and `hangUp` ends those under way. */
function createLine(log: MemoryLog) {
  let isHungUp = false
  const waiting = new Set<(error: StoreError) => void>()
  const watching = new Set<OnGrown>()
  const check = () => {
    if (isHungUp) throw new StoreError('Disposed', 'this event store was disposed')
    if (waiting.size >= STORE_LIMITS.queuedAppendsMax)
      throw new StoreError('Unavailable', `${waiting.size} calls are waiting already`)
  }
  const ask = <T>(work: () => T, timeoutMs: number = STORE_LIMITS.appendTimeoutMs) =>
    new Promise<T>((resolve, reject) => {
      check()
      const settle = () => {
        clearTimeout(timer)
        waiting.delete(fail)
      }
      const fail = (error: unknown) => {
        settle()
        reject(error as Error)
      }
      const timer = setTimeout(() => fail(timedOut(timeoutMs)), timeoutMs)
      waiting.add(fail)
      log.ask(work).then((answer) => {
        settle()
        resolve(answer)
      }, fail)
    })
  const watch = (onGrown: OnGrown) => {
    const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
    const unwatch = () => {
      watching.delete(watcher)
      log.watchers.delete(watcher)
    }
    watching.add(watcher)
    log.watchers.add(watcher)
    return unwatch
  }
  const hangUp = async () => {
    isHungUp = true
    for (const fail of waiting)
      fail(new StoreError('Disposed', 'disposed while it waited', { ambiguous: true }))
    for (const watcher of watching) log.watchers.delete(watcher)
    watching.clear()
  }
  return { check, ask, watch, hangUp }
}

const timedOut = (timeoutMs: number): StoreError =>
  new StoreError('Timeout', `no answer within ${timeoutMs} ms`, { ambiguous: true })
