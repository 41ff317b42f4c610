import type { EventStore, Expected } from '@app/contracts/event-store.ts'

export const headOf = async (store: Pick<EventStore, 'readStream'>, stream: string): Promise<Expected> =>
  (await store.readStream(stream, { direction: 'backward', limit: 1 }))[0]?.revision ?? 'noStream'
