import type { AccountCommand } from './account-commands.ts'
import { decideAccount } from './account-decisions.ts'
import { evolveAccount, NO_ACCOUNT, type Account } from './account-state.ts'
import type { Decider } from './decider.ts'

/** One account: its stream bears a keyed hash of its e-mail, so that one address is one account. */
export const account: Decider<Account, AccountCommand> = {
  initial: NO_ACCOUNT,
  keptAs: { name: 'account', version: 2 },
  evolve: evolveAccount,
  decide: decideAccount,
}
