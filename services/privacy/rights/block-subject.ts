import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { account } from '../../accounts/account.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { blockingStream } from '@app/contracts/privacy/events.ts'
import { blocking, type Blocking, type BlockingCommand } from '../blocking.ts'
import { handle, load, type Cause } from '../../kernel/commands.ts'
import { causeBy, type CommandContext } from '../../kernel/command-context.ts'
import { keysThatAreBack } from '../erasures/apply-erasures.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import type { Erasing } from '../erasures/erasing.ts'

export interface BlockOf {
  readonly subject: string
  readonly requestId: string
}

/** The event first, then what it does: `blockReaction` completes it after a crash. */
export async function blockSubject(deps: Erasing, asked: BlockOf, actor: Actor): Promise<void> {
  // A subject without words has a key as well from now on, so that later words are blocked.
  await deps.keys.forWriting(asked.subject)
  const isInForce = (await deps.subjects.frozen([asked.subject])).has(asked.subject)
  const { state } = await run(deps, { type: 'Block', ...asked, isInForce }, causeBy(deps, actor))
  await carryOut(deps, asked, state)
}

export async function unblockSubject(
  deps: Erasing,
  asked: BlockOf & { readonly reason?: string },
  actor: Actor,
): Promise<void> {
  const { state } = await run(deps, { type: 'Unblock', ...asked }, causeBy(deps, actor))
  await carryOut(deps, asked, state)
}

const run = (deps: Erasing, command: BlockingCommand, cause: Cause) =>
  handle(deps.store, blocking, {
    stream: blockingStream(command.subject),
    command,
    cause,
    newId: deps.newId,
  })

/** By the state, not by one event: these come again, and in any order of processes. Decides nothing once it is done. */
async function carryOut(deps: Erasing, { subject, requestId }: BlockOf, state: Blocking): Promise<void> {
  const { subjects, blockLedger, keys, now } = deps
  const since = state.status === 'blocked' ? new Date(state.since) : undefined
  const isBlocked = since !== undefined
  if ((await subjects.frozen([subject])).has(subject) === isBlocked) return
  const keyId = isBlocked
    ? await subjects.keyIdOf(subject, since)
    : (await keys.idsOf([subject])).get(subject)
  // Erased since, and perhaps come back as another person.
  if (keyId === undefined) return
  // First, because a restored database does not undo it.
  await blockLedger.record([{ at: now().toISOString(), subject, keyId, requestId, isBlocked }])
  await (isBlocked ? subjects.freeze(subject, since) : subjects.unfreeze(subject))
}

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
export const blockReaction = (deps: Erasing): Reaction => ({
  name: 'blocking',
  types: ['SubjectBlocked', 'SubjectUnblocked'],
  isNeverSkipped: true,
  react: async (context, stored) => {
    const event = readEvent(stored)
    if (event.type !== 'SubjectBlocked' && event.type !== 'SubjectUnblocked') return
    const { state } = await load(context.store, blocking, blockingStream(event.data.subject))
    await carryOut({ ...context, ...deps }, event.data, state)
  },
})

/** Repeats blocks and their ends that a restored backup has undone: the ledger has the very key. @returns how many */
export async function applyBlocks(deps: Erasing, actor: Actor): Promise<number> {
  const latest = new Map((await deps.blockLedger.read()).map((entry) => [entry.subject, entry]))
  const standing = await keysThatAreBack(deps, [...latest.values()])
  const blocked = await deps.subjects.frozen(standing.map(({ subject }) => subject))
  const undone = standing.filter(({ subject, isBlocked }) => blocked.has(subject) !== isBlocked)
  for (const entry of undone) await (entry.isBlocked ? blockSubject : unblockSubject)(deps, entry, actor)
  return undone.length
}
