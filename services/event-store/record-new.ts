import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import type { Decider } from '@app/domain/decider.ts'
import { envelop, load, type Cause } from './handle.ts'

/** Appends without a read. Reads only what exists already, to tell a retry from another fact with the same id. */
export async function recordNew<State, Command>(
  store: EventStore,
  decider: Decider<State, Command>,
  fact: {
    readonly stream: string
    readonly command: Command
    readonly eventId: string
    readonly cause: Cause
    readonly timeoutMs?: number
  },
): Promise<void> {
  const [event] = decider.decide(fact.command, decider.initial)
  if (event === undefined) return
  const timeout = fact.timeoutMs === undefined ? {} : { timeoutMs: fact.timeoutMs }
  try {
    const { replayed } = await store.append(
      fact.stream,
      'noStream',
      [envelop(event, fact.eventId, fact.cause)],
      timeout,
    )
    if (!replayed) return
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
  }
  const { state } = await load(store, decider, fact.stream)
  decider.decide(fact.command, state)
}
