import type { AccountCommand } from './account-commands.ts'
import { decideAccount } from './account-decisions.ts'
import { evolveAccount, NO_ACCOUNT, type Account } from './account-state.ts'
import type { Decider } from './decider.ts'

/** The stream's name is a keyed hash of the e-mail, so that an address has one account at most. */
export const account: Decider<Account, AccountCommand> = {
  initial: NO_ACCOUNT,
  keptAs: { name: 'account', version: 5 },
  restartsAt: 'AccountErased',
  evolve: evolveAccount,
  decide: decideAccount,
}
