import type { Account } from './account/account-state.ts'
import { load, type Handled } from '../kernel/commands.ts'
import { account, type AccountCommand } from './account.ts'
import { type CommandContext, handleBy } from '../kernel/command-context.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import type { Ctx } from '../platform/ctx.ts'

export const loadAccount = async ({ store }: Pick<Ctx, 'store'>, id: string): Promise<Account> =>
  (await load(store, account, accountStream(id))).state

/** In the owner's name. */
export const decideAccount = (
  deps: CommandContext,
  id: string,
  command: AccountCommand,
): Promise<Handled<Account>> =>
  handleBy(deps, account, { stream: accountStream(id), command, actor: { kind: 'owner', id } })
