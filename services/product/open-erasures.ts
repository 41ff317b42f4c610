import type { Actor } from '@app/contracts/event-store.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { createConcurrencyLimiter } from '../platform/concurrency/concurrency-limiter.ts'
import { withTimeout } from '../platform/concurrency/with-timeout.ts'
import { requestErasure } from '../accounts/change-administrators.ts'
import { finishErasure, erasureReaction } from '../privacy/erasures/erase-account.ts'
import { eraseDeleted, profileErasureReaction, untilGone } from '../privacy/erasures/erase-profile.ts'
import { deleteProfile } from '../profiles/delete-profile.ts'
import { erasingDepsOf } from './backend/erasing-deps.ts'
import type { Ctx } from '../platform/ctx.ts'

export interface Erasures {
  readonly reactions: readonly Reaction[]
  /**
   * Closes the account. @returns whether it is erased already; otherwise a reaction completes the erasure
   * @param actor the signed-in owner unless said otherwise @throws Refusal last-administrator, before anything is done
   */
  readonly eraseOwn: (accountId: string, actor?: Actor) => Promise<boolean>
  /** Deletes the profile. @returns whether it is erased already; otherwise a reaction completes the erasure */
  readonly eraseProfile: (profileId: string, actor: Actor) => Promise<boolean>
}

/** One erasure uses two of the few connections for seconds. */
const ERASED_AT_ONCE = 1
const WAITING_MAX = 20
/** Proxies give up on calls that take longer. */
const ANSWER_MS_MAX = 20_000

export function openErasures({ backend, besideDatabase, log, tuning }: Ctx): Erasures {
  const deps = erasingDepsOf(backend, besideDatabase)
  const erasing = { ...deps, pause: tuning?.erasurePause ?? deps.pause }
  const oneByOne = createConcurrencyLimiter({ atOnce: ERASED_AT_ONCE, waitingMax: WAITING_MAX })
  const finish = (accountId: string, actor: Actor): Promise<void> =>
    oneByOne(() => finishErasure(erasing, accountId, actor))
  const finishProfile = async (profileId: string, deletedAt: string, actor: Actor): Promise<void> => {
    await untilGone(erasing, deletedAt)
    await oneByOne(() => eraseDeleted(erasing, [profileId], actor))
  }
  const isFinished = (work: Promise<void>): Promise<boolean> => {
    const finishing = work.then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'an erasure was left to its reaction')
        return false
      },
    )
    return withTimeout(finishing, ANSWER_MS_MAX, () => false)
  }
  return {
    reactions: [erasureReaction(finish), profileErasureReaction(finishProfile)],
    eraseOwn: async (accountId, actor = { kind: 'owner', id: accountId }) => {
      await requestErasure(erasing, accountId, actor)
      return isFinished(finish(accountId, actor))
    },
    eraseProfile: async (profileId, actor) => {
      await deleteProfile(erasing, profileId, actor)
      return isFinished(finishProfile(profileId, erasing.now().toISOString(), actor))
    },
  }
}
