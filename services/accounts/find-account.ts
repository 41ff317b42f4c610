import { accountStream, identityStream } from '@app/contracts/accounts.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { hasEnded, type Account } from './account/account-state.ts'
import { account } from './account.ts'
import { identity } from './identity.ts'
import { readStream } from '../kernel/codec.ts'
import { load } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { KeyedNames } from '../kernel/keys/keyed-ids.ts'
import type { Naming } from '../kernel/command-context.ts'

/** The id of an e-mail's account, or of the one that its next registration begins. */
export type FindAccountId = (email: string) => Promise<string>

export const emailIdentity = (names: KeyedNames, email: string): string =>
  identityStream(names.identity('email', normalEmail(email)))

const accountOf = async ({ store }: Pick<Naming, 'store'>, id: string): Promise<Account> =>
  (await load(store, account, accountStream(id))).state

export const hasAccountEnded = async (deps: Pick<Naming, 'store'>, id: string): Promise<boolean> =>
  hasEnded(await accountOf(deps, id))

/**
 * Loads a claim and an account, whether an e-mail has an account, had one, or has none.
 * @param ofSettings an e-mail that its administrator has left names them still
 */
export const createAccountFinder =
  (deps: Naming, ofSettings = false): FindAccountId =>
  async (email) => {
    const stream = emailIdentity(deps.names, email)
    const { state: claim } = await load(deps.store, identity, stream)
    if (claim.status === 'unclaimed') return findUnclaimed(deps, email)
    const state = await accountOf(deps, claim.accountId)
    const isAdmin = state.status === 'registered' && state.isAdmin
    const isHeld = claim.status === 'claimed' ? !hasEnded(state) : ofSettings && isAdmin
    return isHeld ? claim.accountId : derivedId(`account after ${claim.revision} of ${stream}`)
  }

/** Before there were claims, an account was named by its e-mail and the number of its erased predecessors. */
async function findUnclaimed(deps: Naming, email: string): Promise<string> {
  for (let erased = 0; ; erased += 1) {
    const id = deps.names.account(email, erased)
    if (!(await hasAccountEnded(deps, id))) return id
  }
}

/** The erased accounts of an e-mail, and the present one last. */
export async function listAccountIds(deps: Naming, email: string): Promise<readonly string[]> {
  const present = await createAccountFinder(deps)(email)
  const claims = await readStream(deps.store, emailIdentity(deps.names, email))
  const ids = new Set([deps.names.account(email), ...claims.map(({ data }) => data.accountId as string)])
  ids.delete(present)
  const erased = await Promise.all([...ids].map((id) => hasAccountEnded(deps, id)))
  return [...[...ids].filter((_id, nth) => erased[nth]), present]
}
