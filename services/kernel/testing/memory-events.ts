import type { EventStore } from '@app/contracts/event-store.ts'
import { openMemoryEventStore } from '../log/testing/memory-store.ts'
import type { Codec } from '../codec.ts'
import type { Events } from '../commands.ts'

/** Without keys: personal fields stay as they are. */
export const PLAIN_CODEC: Codec = {
  encrypt: async (_stream, event) => event,
  decrypt: async (events) => events,
}

export const plainEvents = (log: EventStore): Events => ({
  log,
  codec: PLAIN_CODEC,
  refuseWithoutSpace: () => undefined,
})

export const openMemoryEvents = async (...of: Parameters<typeof openMemoryEventStore>): Promise<Events> =>
  plainEvents(await openMemoryEventStore(...of))

export const withLog = (store: Events, change: Partial<EventStore>): Events => ({
  ...store,
  log: { ...store.log, ...change },
})
