import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import { GONE_MS, type EraseProfileDeps } from './erase-profile.ts'

const ACCOUNT_PREFIX = accountStream('')

/**
 * Completes erasures whose process died. While another process erases the account, it tries again.
 * @param finish throws Refusal in-progress then
 */
export const erasureReaction = (finish: (accountId: string, actor: Actor) => Promise<void>): Reaction => ({
  name: 'account-erasure',
  types: ['AccountErasureRequested'],
  isNeverSkipped: true,
  react: (_context, { stream, meta }) => finish(stream.slice(ACCOUNT_PREFIX.length), meta.actor),
})

const PROFILE_PREFIX = profileStream('')

/**
 * Completes an administrator's erasure, because a second call is impossible: the id is unknown after a deletion. Erasures of whole
 * accounts have a reaction of their own, and commands of data staff are repeated.
 */
export const profileErasureReaction = (
  finish: (profileId: string, deletedAt: string, actor: Actor) => Promise<unknown>,
): Reaction => ({
  name: 'profile-erasure',
  types: ['ProfileDeleted'],
  isNeverSkipped: true,
  react: async (_context, { stream, meta }) => {
    if (meta.actor.kind === 'admin')
      await finish(stream.slice(PROFILE_PREFIX.length), meta.occurredAt, meta.actor)
  },
})

/** Until every process knows of a deletion; no longer where the clock was set back. */
export async function untilGone(
  { now, pause }: Pick<EraseProfileDeps, 'now' | 'pause'>,
  deletedAt: string,
): Promise<void> {
  const goneForMs = now().getTime() - Date.parse(deletedAt)
  if (goneForMs < GONE_MS) await pause(Math.min(GONE_MS, GONE_MS - goneForMs))
}
