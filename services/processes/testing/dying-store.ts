import type { EventStore } from '@app/contracts/event-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'

/** A store whose process dies at the append after this many. */
export function dyingAfter(appends: number, store: EventStore): EventStore {
  let left = appends
  return {
    ...store,
    append: async (...args) => {
      if (left === 0) throw new Error('the process died')
      left -= 1
      return store.append(...args)
    },
  }
}

/** The events of a log, without the store's own. */
export async function typesIn(store: EventStore): Promise<readonly string[]> {
  const events = await wholeLog(store)
  return events.map(({ type }) => type).filter((type) => type !== 'StoreCreated')
}
