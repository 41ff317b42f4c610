import type { EventStore, Expected } from '@app/contracts/event-store.ts'

/** Revision of a stream's last event. */
export const headOf = async (store: Pick<EventStore, 'readStream'>, stream: string): Promise<Expected> =>
  (await store.readStream(stream, { direction: 'backward', limit: 1 }))[0]?.revision ?? 'noStream'
