import {
  STORE_LIMITS,
  type EventStore,
  type LogPage,
  type OnGrown,
  type Position,
  type ReadAllOptions,
} from '@app/contracts/event-store.ts'
import { storeDisposed } from '../../append-refusals.ts'
import { checkLimit, checkPosition } from '../../check-append.ts'
import { openCatchUp, type CatchUp } from './catch-up.ts'
import type { FeedDeps } from './tail-feed.ts'
import { createTail } from './tail.ts'

export interface WindowDeps extends FeedDeps {
  /** Reads from the server. */
  readonly readAll: EventStore['readAll']
}

export interface Windows {
  /** A page of events that this process has received, else of the log itself. */
  readAll(after: Position, options?: ReadAllOptions): Promise<LogPage>
  watch(onGrown: OnGrown): () => void
  /** To be called after an append of this process. */
  readonly appended: OnGrown
  /** To be called once the calls have ended: wakes all followers. */
  wake(): void
}

/** Limit of windows at different positions; one more reader reads page by page. */
const CATCH_UPS_MAX = 16

/** The windows that this process has on the log: one on its end, and one for each position from which readers catch up. */
export function createWindows(deps: WindowDeps): Windows {
  const tail = createTail(deps)
  const catchUps = new Set<CatchUp>()

  function checkNotDisposed(): void {
    if (deps.calls.ended) throw storeDisposed()
  }

  async function catchUpAt(after: Position, filter: ReadAllOptions['filter']): Promise<CatchUp | undefined> {
    for (const one of catchUps) if (one.isOver) catchUps.delete(one)
    const until = await tail.end()
    checkNotDisposed()
    const shared = [...catchUps].find((one) => one.covers(after, filter))
    if (shared !== undefined || catchUps.size >= CATCH_UPS_MAX) return shared
    const onClosed = (): void => void catchUps.delete(opened)
    const opened = openCatchUp({ ...deps, after, filter, until, onClosed })
    catchUps.add(opened)
    return opened
  }

  return {
    readAll: async (after, options = {}) => {
      const { limit = STORE_LIMITS.readLimitDefault, filter } = options
      checkPosition('after', after)
      checkLimit(limit)
      checkNotDisposed()
      const answer = await tail.read(after, limit, filter)
      if (typeof answer === 'object') return answer
      const page =
        answer === 'older' ? await (await catchUpAt(after, filter))?.read(after, limit, filter) : undefined
      return page ?? deps.readAll(after, options)
    },
    watch: tail.watch,
    appended: tail.appended,
    wake: tail.wake,
  }
}
