import { accountStream } from '@app/contracts/events/account-events.ts'
import { hasEnded } from '@app/domain/account/account-state.ts'
import { account } from '@app/domain/account.ts'
import { load, type StateSource } from '@app/event-store/handle.ts'
import type { AccountIds } from '@app/vault/keys/keyed-ids.ts'

/** The id of an e-mail's account, or of the one that its next registration begins. */
export type FindAccountId = (email: string) => Promise<string>

export interface FindAccountDeps {
  readonly store: StateSource
  readonly accountIds: AccountIds
}

export const createAccountFinder =
  ({ store, accountIds }: FindAccountDeps): FindAccountId =>
  async (email) =>
    accountIds(email, await presentLife({ store, accountIds }, email))

/** The ids of all accounts that an e-mail had, the present one last. */
export async function listAccountIds(deps: FindAccountDeps, email: string): Promise<readonly string[]> {
  const last = await presentLife(deps, email)
  return Array.from({ length: last + 1 }, (_, life) => deps.accountIds(email, life))
}

/**
 * Each erasure ends a stream for ever, so that nothing in an account counts on from a former one of its e-mail. All before
 * the present life have ended, therefore it is found in logarithmic time.
 */
async function presentLife({ store, accountIds }: FindAccountDeps, email: string): Promise<number> {
  const isOver = async (life: number): Promise<boolean> =>
    hasEnded((await load(store, account, accountStream(accountIds(email, life)))).state)
  // Two at once, so that an e-mail with a former account takes as long as one without.
  const [isFirstOver, isSecondOver] = await Promise.all([isOver(0), isOver(1)])
  if (!isFirstOver) return 0
  if (!isSecondOver) return 1
  let [over, open] = [1, 3]
  while (await isOver(open)) [over, open] = [open, open * 2 + 1]
  while (open - over > 1) {
    const middle = Math.floor((over + open) / 2)
    if (await isOver(middle)) over = middle
    else open = middle
  }
  return open
}
