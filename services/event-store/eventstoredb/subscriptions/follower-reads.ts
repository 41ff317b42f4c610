import { STORE_LIMITS, type EventStore, type ReadAllOptions } from '@app/contracts/event-store.ts'
import { storeDisposed } from '../../append-refusals.ts'
import { checkLimit, checkPosition } from '../../check-append.ts'
import type { PolledSource } from '../../polled-subscription.ts'
import { createLastEvents } from './last-events.ts'
import type { LiveSubscriptionDeps } from './live-subscription.ts'

interface FollowerDeps extends LiveSubscriptionDeps {
  /** Reads from the server. */
  readonly readAll: EventStore['readAll']
}

/** Pages for readers that follow the log: from its last events, or from the server. */
export function createFollowerReads(deps: FollowerDeps) {
  const lastEvents = createLastEvents(deps)
  const readAll: EventStore['readAll'] = async (after, options = {}) => {
    const { limit = STORE_LIMITS.readLimitDefault, filter } = options
    checkPosition('after', after)
    checkLimit(limit)
    if (deps.calls.ended) throw storeDisposed()
    const recent = await lastEvents.read(after, limit, filter)
    return recent ?? deps.readAll(after, options)
  }
  return { readAll, watch: lastEvents.watch, appended: lastEvents.appended, wake: lastEvents.wake }
}

/** The log as a subscription pages it: without a filter, the server's own events alone are no progress. */
export const pagesFor = ({ readAll, watch }: PolledSource): PolledSource => ({
  watch,
  readAll: async (after, options: ReadAllOptions = {}) => {
    let page = await readAll(after, options)
    if (options.filter !== undefined) return page
    while (page.events.length === 0 && !page.isAtHead) page = await readAll(page.scannedTo, options)
    return { ...page, scannedTo: page.events.at(-1)?.position ?? after }
  },
})
