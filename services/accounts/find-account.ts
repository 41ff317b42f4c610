import { accountStream, identityStream } from '@app/contracts/accounts.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { accountState, credentialOf, hasEnded, type Account } from './account-state.ts'
import { account, type AccountCommand } from './account.ts'
import { identity } from './claims.ts'
import { load, type Naming, type Handled, handleBy, type CommandContext } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The id of an e-mail's account, or of the one that its next registration begins. */
export type FindAccountId = (email: string) => Promise<string>

export const emailIdentity = (names: Naming['names'], email: string): string =>
  identityStream(names.identity('email', normalEmail(email)))

export const loadAccount = async ({ store }: Pick<Ctx, 'store'>, id: string): Promise<Account> =>
  (await load(store, accountState, accountStream(id))).state

/** Reads the vault in any case: an account without a password must take as long. */
export async function hashOf(
  { credentials }: Pick<Ctx, 'credentials'>,
  accountId: string,
  state: Account,
): Promise<string | undefined> {
  const hash = await credentials.find(accountId, credentialOf(state))
  return state.status === 'registered' && state.hasPassword ? hash : undefined
}

export const hasAccountEnded = async (deps: Pick<Naming, 'store'>, id: string): Promise<boolean> =>
  hasEnded(await loadAccount(deps, id))

/** @param ofSettings an e-mail that its administrator has left names them still */
export const createAccountFinder =
  (deps: Naming, ofSettings = false): FindAccountId =>
  async (email) => {
    const stream = emailIdentity(deps.names, email)
    const { state: claim } = await load(deps.store, identity, stream)
    if (claim.status === 'unclaimed') return findUnclaimed(deps, email)
    const state = await loadAccount(deps, claim.accountId)
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

export const decideAccount = (
  deps: CommandContext,
  id: string,
  command: AccountCommand,
): Promise<Handled<Account>> =>
  handleBy(deps, account, { stream: accountStream(id), command, actor: { kind: 'owner', id } })
