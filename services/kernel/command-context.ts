import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import type { Cause, Events } from './commands.ts'
import type { KeyedNames } from './keys/keyed-ids.ts'

export interface CommandContext {
  readonly store: Events
  readonly now: () => Date
  readonly newId: () => string
}

/** Slugs and codes are named by keyed hashes in the log. */
export interface Naming {
  readonly store: Events
  readonly names: KeyedNames
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
