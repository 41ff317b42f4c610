import type { Actor, StoredEvent } from '@app/contracts/event-store.ts'
import { handle, type Cause, type Events, type Handled } from './commands.ts'
import type { Decider } from './decider.ts'
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

/** Decides now, in somebody's name. */
export const handleBy = <State, Command>(
  deps: CommandContext,
  decider: Decider<State, Command>,
  {
    actor,
    ...command
  }: Omit<Parameters<typeof handle<State, Command>>[2], 'cause' | 'newId'> & { readonly actor: Actor },
): Promise<Handled<State>> =>
  handle(deps.store, decider, { ...command, cause: causeBy(deps, actor), newId: deps.newId })
