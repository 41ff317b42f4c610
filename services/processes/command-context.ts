import type { Actor, EventStore, StoredEvent } from '@app/contracts/event-store.ts'
import type { Cause } from '@app/event-store/handle.ts'
import type { KeyedNames } from '@app/vault/keys/keyed-names.ts'

export interface CommandContext {
  readonly store: EventStore
  readonly now: () => Date
  readonly newId: () => string
}

/** Slugs and codes are named by keyed hashes in the log. */
export interface Naming {
  readonly store: EventStore
  readonly names: KeyedNames
}

/** Opens the words of blocked subjects too: for decisions that need them, and show them to nobody. */
export interface EvenBlocked {
  readonly store: EventStore
}

export const causeBy = ({ now, newId }: Omit<CommandContext, 'store'>, actor: Actor): Cause => ({
  actor,
  occurredAt: now().toISOString(),
  correlationId: newId(),
})

export const causeFollowing = ({ now }: Pick<CommandContext, 'now'>, { id, meta }: StoredEvent): Cause => ({
  actor: meta.actor,
  occurredAt: now().toISOString(),
  correlationId: meta.correlationId,
  causationId: id,
})
