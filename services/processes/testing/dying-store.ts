import { START, type EventStore } from '@app/contracts/event-store.ts'

/** A store whose process dies when it would append once more than so often. */
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

/** What a log holds, but the store's own. */
export async function typesIn(store: EventStore): Promise<readonly string[]> {
  const events = await store.readAll(START)
  return events.map(({ type }) => type).filter((type) => type !== 'StoreCreated')
}
