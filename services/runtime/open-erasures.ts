import type { Actor } from '@app/contracts/event-store.ts'
import type { Reaction } from '@app/processes/reactions/follow-reaction.ts'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { requestErasure } from '@app/processes/accounts/administrators.ts'
import { finishErasure } from '@app/processes/erasures/erase-account.ts'
import { erasureReaction } from '@app/processes/erasures/finish-erasures.ts'
import { erasingDepsOf } from './backend/erasing-deps.ts'
import type { ProductDeps } from './product-deps.ts'

export interface Erasures {
  readonly reaction: Reaction
  /**
   * From here on the account is closed. @returns whether it is erased already: the reaction finishes what is left
   * @throws Refusal last-administrator, before anything is done
   */
  readonly eraseOwn: (accountId: string) => Promise<boolean>
}

/** One erasure holds two of the few connections for seconds. */
const ERASED_AT_ONCE = 1
const WAITING_MAX = 20
/** Proxies give up on calls that take longer. */
const ANSWER_MS_MAX = 20_000

export function openErasures({ backend, besideDatabase, log, tuning }: ProductDeps): Erasures {
  const deps = erasingDepsOf(backend, besideDatabase)
  const erasing = { ...deps, pause: tuning?.erasurePause ?? deps.pause }
  const oneByOne = createConcurrencyLimiter({ atOnce: ERASED_AT_ONCE, waitingMax: WAITING_MAX })
  const finish = (accountId: string, actor: Actor): Promise<void> =>
    oneByOne(() => finishErasure(erasing, accountId, actor))
  return {
    reaction: erasureReaction({ finish, pause: erasing.pause }),
    eraseOwn: async (accountId) => {
      const actor: Actor = { kind: 'owner', id: accountId }
      await requestErasure(erasing, accountId, actor)
      const finishing = finish(accountId, actor).then(
        () => true,
        (error: unknown) => {
          log.warn({ err: error }, 'an erasure was left to its reaction')
          return false
        },
      )
      return withTimeout(finishing, ANSWER_MS_MAX, () => false)
    },
  }
}
