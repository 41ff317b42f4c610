import type { Actor } from '@app/contracts/event-store.ts'
import { endRights } from '../../accounts/change-administrators.ts'
import { createConcurrencyLimiter, withTimeout } from '../../platform/concurrency/concurrency-limiter.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { deleteProfile } from '../../profiles/create-profile.ts'
import { finishErasure, erasureReaction } from './erase-account.ts'
import { eraseDeleted, profileErasureReaction, untilGone } from './erase-profile.ts'
import type { Erasing } from './shred.ts'

/** One erasure uses two of the few connections for seconds. */
const ERASED_AT_ONCE = 1
const WAITING_MAX = 20
/** Proxies give up on calls that take longer. */
const ANSWER_MS_MAX = 20_000

export function openErasures(
  erasing: Erasing,
  log: Ctx['log'],
): Pick<Ctx, 'eraseOwn' | 'eraseProfile' | 'erasureReactions'> {
  const oneByOne = createConcurrencyLimiter({ atOnce: ERASED_AT_ONCE, waitingMax: WAITING_MAX })
  const finish = (accountId: string, actor: Actor): Promise<void> =>
    oneByOne(() => finishErasure(erasing, accountId, actor))
  const finishProfile = async (profileId: string, deletedAt: string, actor: Actor): Promise<void> => {
    await untilGone(erasing, deletedAt)
    await oneByOne(() => eraseDeleted(erasing, [profileId], actor))
  }
  const leftUndone = (err: unknown): boolean => {
    log.warn({ err }, 'an erasure was left to its reaction')
    return false
  }
  const isFinished = (work: Promise<void>): Promise<boolean> =>
    withTimeout(work.then(() => true).catch(leftUndone), ANSWER_MS_MAX, () => false)
  return {
    erasureReactions: [erasureReaction(finish), profileErasureReaction(finishProfile)],
    eraseOwn: async (accountId, actor = { kind: 'owner', id: accountId }) => {
      await endRights(erasing, accountId, 'RequestErasure', actor)
      return isFinished(finish(accountId, actor))
    },
    eraseProfile: async (profileId, actor) => {
      await deleteProfile(erasing, profileId, actor)
      return isFinished(finishProfile(profileId, erasing.now().toISOString(), actor))
    },
  }
}
