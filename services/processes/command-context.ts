import type { Actor, EventStore, StoredEvent } from '@app/contracts/event-store.ts'
import type { Cause } from '@app/event-store/handle.ts'

/** What it takes to decide and append. */
export interface Acting {
  readonly store: EventStore
  readonly now: () => Date
  readonly newId: () => string
}

/** Somebody does something now. */
export const causeBy = ({ now, newId }: Omit<Acting, 'store'>, actor: Actor): Cause => ({
  actor,
  occurredAt: now().toISOString(),
  correlationId: newId(),
})

/** What follows now from an event of before, as its actor's doing. */
export const causeFollowing = ({ now }: Pick<Acting, 'now'>, { id, meta }: StoredEvent): Cause => ({
  actor: meta.actor,
  occurredAt: now().toISOString(),
  correlationId: meta.correlationId,
  causationId: id,
})
