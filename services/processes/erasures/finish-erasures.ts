import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Reaction } from '../reactions/reaction.ts'
import { GONE_MS, type EraseProfileDeps } from './erase-profile.ts'

export interface FinishErasuresDeps {
  /** @throws Refusal in-progress while another process erases it */
  readonly finish: (accountId: string, actor: Actor) => Promise<void>
  readonly pause: (ms: number) => Promise<unknown>
}

const ACCOUNT_PREFIX = accountStream('')
const TRIES_MAX = 10
const BUSY_MS = 1_000

/** Completes erasures whose process died. The process that got the call needs some seconds, so this one waits for it. */
export const erasureReaction = ({ finish, pause }: FinishErasuresDeps): Reaction => ({
  name: 'account-erasure',
  types: ['AccountErasureRequested'],
  isNeverSkipped: true,
  react: async (_context, { stream, meta }) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await finish(stream.slice(ACCOUNT_PREFIX.length), meta.actor)
      } catch (error) {
        const isBusy = error instanceof Refusal && error.code === 'in-progress'
        if (!isBusy || tries === TRIES_MAX) throw error
      }
      await pause(BUSY_MS)
    }
  },
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
