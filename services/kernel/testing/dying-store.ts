import type { Events } from '../commands.ts'
import { withLog } from './memory-events.ts'
import { wholeLog } from './whole-log.ts'

export function dyingAfter(appends: number, store: Events): Events {
  let left = appends
  return withLog(store, {
    append: async (...args) => {
      if (left === 0) throw new Error('the process died')
      left -= 1
      return store.log.append(...args)
    },
  })
}

export async function typesIn(store: Events): Promise<readonly string[]> {
  const events = await wholeLog(store)
  return events.map(({ type }) => type).filter((type) => type !== 'StoreCreated')
}
