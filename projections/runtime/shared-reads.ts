import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStore, LogPage, Position } from '@app/contracts/event-store.ts'

interface SharedRead {
  readonly types: Set<string>
  readonly page: Promise<LogPage>
}

/**
 * Projections at the head of the log are woken together, and would each read the same events: one read has those of all
 * that ask in one turn. It begins after all of them have asked, so that none misses an event it was woken for.
 */
export function sharingReads<Log extends Pick<EventStore, 'readAll'>>(log: Log): Log {
  const asked = new Map<string, SharedRead>()

  function begin(key: string, after: Position, options: Parameters<EventStore['readAll']>[1]): SharedRead {
    const types = new Set<string>()
    const page = nextTurn().then(() => {
      asked.delete(key)
      return log.readAll(after, { ...options, filter: { types: [...types] } })
    })
    const read = { types, page }
    asked.set(key, read)
    return read
  }

  return {
    ...log,
    readAll: async (after, options = {}) => {
      const { filter, limit, mayLag } = options
      if (filter === undefined || !('types' in filter)) return log.readAll(after, options)
      const key = `${after} ${limit} ${mayLag}`
      const read = asked.get(key) ?? begin(key, after, options)
      for (const type of filter.types) read.types.add(type)
      const page = await read.page
      const own = new Set(filter.types)
      return { ...page, events: page.events.filter(({ type }) => own.has(type)) }
    },
  }
}
