import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { account } from '../../accounts/account.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { blockingStream } from '@app/contracts/privacy/requests.ts'
import { blocking, type Blocking, type BlockingCommand } from '../blocking.ts'
import { handle, load, type Cause, causeBy, type CommandContext } from '../../kernel/commands.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import type { Erasing } from '../erasures/shred.ts'

export interface BlockOf {
  readonly subject: string
  readonly requestId: string
}

/** The event first, then what it does: `blockReaction` completes it after a crash. */
export async function blockSubject(deps: Erasing, block: BlockOf, actor: Actor): Promise<void> {
  // A subject without words has a key as well from now on, so that later words are blocked.
  await deps.keys.forWriting(block.subject)
  const isInForce = (await deps.subjects.frozen([block.subject])).has(block.subject)
  const { state } = await run(deps, { type: 'Block', ...block, isInForce }, causeBy(deps, actor))
  await carryOut(deps, block.subject, state)
}

export async function unblockSubject(
  deps: Erasing,
  block: BlockOf & { readonly reason?: string },
  actor: Actor,
): Promise<void> {
  const { state } = await run(deps, { type: 'Unblock', ...block }, causeBy(deps, actor))
  await carryOut(deps, block.subject, state)
}

const run = (deps: Erasing, command: BlockingCommand, cause: Cause) =>
  handle(deps.store, blocking, { stream: blockingStream(command.subject), command, cause, newId: deps.newId })

/** By the state, not by one event: events come again, in any order. Who came back after an erasure is free. */
const carryOut = (
  { subjects }: Pick<Erasing, 'subjects'>,
  subject: string,
  state: Blocking,
): Promise<void> =>
  state.status === 'blocked' ? subjects.freeze(subject, new Date(state.since)) : subjects.unfreeze(subject)

const ACCOUNT = accountStream('')

/** The cards of an account are words of the same person. */
export async function blockedWith(
  { store }: Pick<CommandContext, 'store'>,
  subject: string,
): Promise<readonly string[]> {
  if (!subject.startsWith(ACCOUNT)) return [subject]
  const { state } = await load(store, account, subject)
  return [subject, ...(state.status === 'registered' ? state.slots.map(profileStream) : [])]
}

/** Blocks, or lifts, what a process left undone that died behind its event. */
export const blockReaction = (deps: Pick<Erasing, 'subjects'>): Reaction => ({
  name: 'blocking',
  types: ['SubjectBlocked', 'SubjectUnblocked'],
  isNeverSkipped: true,
  react: async (context, stored) => {
    const event = readEvent(stored)
    if (event.type !== 'SubjectBlocked' && event.type !== 'SubjectUnblocked') return
    const { subject } = event.data
    const { state } = await load(context.store, blocking, blockingStream(subject))
    await carryOut(deps, subject, state)
  },
})
