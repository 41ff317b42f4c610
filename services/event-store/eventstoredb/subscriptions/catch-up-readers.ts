import type { Filter, LogPage, Position } from '@app/contracts/event-store.ts'
import { storeDisposed } from '../../append-refusals.ts'
import { openCatchUpReader, type CatchUpReader } from './catch-up-reader.ts'
import type { LastEvents } from './last-events.ts'
import type { LiveSubscriptionDeps } from './live-subscription.ts'

export interface CatchUpReaders {
  /** Undefined where the server has to be read page by page. @throws StoreError Corrupt, or a permanent fault */
  read(after: Position, limit: number, filter: Filter | undefined): Promise<LogPage | undefined>
}

/** At different positions. */
const READERS_MAX = 16

/** Shares one catch-up reader among all callers that are near its position and want no more than it reads. */
export function createCatchUpReaders(
  deps: Pick<LiveSubscriptionDeps, 'calls' | 'openSubscription'>,
  lastEvents: Pick<LastEvents, 'end'>,
): CatchUpReaders {
  const readers = new Set<CatchUpReader>()

  async function readerAt(after: Position, filter: Filter | undefined): Promise<CatchUpReader | undefined> {
    for (const one of readers) if (one.isExhausted) readers.delete(one)
    const until = await lastEvents.end()
    if (deps.calls.ended) throw storeDisposed()
    const shared = [...readers].find((one) => one.canServe(after, filter))
    if (shared !== undefined || readers.size >= READERS_MAX) return shared
    const onClosed = (): void => void readers.delete(opened)
    const opened = openCatchUpReader({ ...deps, after, filter, until, onClosed })
    readers.add(opened)
    return opened
  }

  return { read: async (after, limit, filter) => (await readerAt(after, filter))?.read(after, limit, filter) }
}
