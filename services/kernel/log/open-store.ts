import {
  isStoreError,
  type AppendResult,
  type EventStore,
  type Expected,
  type LogPage,
  type OnGrown,
  type Position,
  type Revision,
  type StoredEvent,
  StoreError,
} from '@app/contracts/event-store.ts'
import { STORE_LIMITS } from '@app/contracts/limits/limits.ts'
import { checkLimit, checkPosition, checkStream, prepareEvents, type PreparedEvent } from './check-append.ts'
import { ensureStoreIdentity } from './store-identity.ts'
import type { CommandContext } from '../commands.ts'
import { isDatabaseAway } from '../../platform/postgres/connection.ts'

export interface PreparedAppend {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly timeoutMs: number
}

export interface LogAdapter extends Pick<EventStore, 'headPosition' | 'watch'> {
  append(append: PreparedAppend): Promise<AppendResult>
  /** `from` is undefined in a backward read, which begins at the end. */
  readStream(
    stream: string,
    range: { readonly from: Revision | undefined; readonly isForward: boolean; readonly limit: number },
  ): Promise<readonly StoredEvent[]>
  readPage(
    after: Position,
    range: {
      readonly limit: number
      readonly types: readonly string[] | undefined
      readonly isFollowing: boolean
    },
  ): Promise<LogPage>
  end(): Promise<void>
}

export async function openStore(
  adapter: LogAdapter,
  identity: Pick<CommandContext, 'now' | 'newId'>,
): Promise<EventStore> {
  const store = storeOf(adapter)
  try {
    return { ...store, storeId: await ensureStoreIdentity(store, identity) }
  } catch (error) {
    await store.dispose()
    throw error
  }
}

function storeOf(adapter: LogAdapter): Omit<EventStore, 'storeId'> {
  let ended: Promise<void> | undefined
  const unlessEnded = (): LogAdapter => {
    if (ended !== undefined) throw storeDisposed()
    return adapter
  }
  return {
    append: async (stream, expected, events, { timeoutMs = STORE_LIMITS.appendTimeoutMs } = {}) => {
      if (expected !== 'noStream') checkPosition('expected', expected)
      const prepared = prepareEvents(stream, events)
      return await unlessEnded().append({ stream, expected, events: prepared, timeoutMs })
    },
    readStream: async (stream, { from, direction, limit = STORE_LIMITS.readLimitDefault } = {}) => {
      checkStream(stream)
      checkLimit(limit)
      checkPosition('from', from ?? 0n)
      return unlessEnded().readStream(stream, { from, isForward: direction !== 'backward', limit })
    },
    headPosition: async () => unlessEnded().headPosition(),
    readAll: async (after, { limit = STORE_LIMITS.readLimitDefault, filter, isFollowing = false } = {}) => {
      checkPosition('after', after)
      checkLimit(limit)
      return unlessEnded().readPage(after, { limit, types: filter?.types, isFollowing })
    },
    watch: (onGrown) => adapter.watch(onGrown),
    dispose: () => (ended ??= Promise.resolve().then(adapter.end)),
  }
}

/** @param ambiguous whether the operation may have been done */
export const storeDisposed = (ambiguous = false): StoreError =>
  new StoreError('Disposed', 'the event store is disposed', { ambiguous })

export function refuseTooMany(waiting: number): void {
  if (waiting >= STORE_LIMITS.queuedAppendsMax)
    throw new StoreError('Unavailable', 'too many appends are waiting')
}

/** The caller's time is over. @param ambiguous whether the append may have been written */
export const appendTimedOut = (stream: string, timeoutMs: number, ambiguous: boolean): StoreError =>
  new StoreError('Timeout', `append to ${stream}: no answer within ${timeoutMs} ms`, {
    ambiguous,
    facts: { stream },
  })

export function createLogWatchers() {
  const watchers = new Set<OnGrown>()
  return {
    watch: (onGrown: OnGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** @param types of the new events, if the caller has them */
    wake: (types?: ReadonlySet<string>) => watchers.forEach((watcher) => watcher(types)),
    clear: () => watchers.clear(),
  }
}

/** The log or the database does not answer for now: the same may succeed later. */
export const isOutOfReach = (error: unknown): boolean =>
  isStoreError(error) ? error.retryable : isDatabaseAway(error)

const NO_SPACE = 'no-space'

export const withoutSpace = (): StoreError =>
  new StoreError('Unavailable', 'the disk has no space for more events', { facts: { reason: NO_SPACE } })

export const isForWantOfSpace = (error: unknown): boolean =>
  isStoreError(error) && error.facts.reason === NO_SPACE

/** Parts that need the event stand still; the rest of the product goes on. */
export const unreadableAdvice = ({ facts: { position, stream }, message }: StoreError): string =>
  `El evento ${String(position)} (${String(stream)}) no se puede leer (${message}), y lo que depende de él queda detenido: mira la pestaña Avanzado. Omitirlo allí no lo quita de las decisiones: npm run ops -- verify history dice si alguien lo cambió.`
