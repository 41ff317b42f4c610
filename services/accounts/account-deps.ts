import type { Account } from './account/account-state.ts'
import { load, type Handled } from '../kernel/commands.ts'
import { account, type AccountCommand } from './account.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Passwords } from './identity/passwords.ts'
import { handleBy, type CommandContext, type Naming } from '../kernel/command-context.ts'
import type { AccountMail } from './take-account-mail.ts'
import type { Credentials } from './logins/credentials.ts'
import type { RequestMail } from '../platform/mail/waiting-mail.ts'
import type { OpenSessions } from '../platform/http/access/open-sessions.ts'
import type { RouteDeps } from '../platform/http/route.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'

export interface AccountDeps extends RouteDeps, CommandContext, Naming {
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly openSessions: Pick<OpenSessions, 'list' | 'end'>
  /** @returns whether all is erased already. @throws Refusal last-administrator */
  readonly eraseOwn: (accountId: string) => Promise<boolean>
  readonly log: Log
  /** @throws Refusal too-many */
  readonly takeAccountMail: (kind: AccountMail, email: string) => Promise<void>
  /** Durable when it resolves. Whether the account exists is checked when the mail is sent. */
  readonly requestMail: RequestMail
  readonly answerTime: () => Promise<unknown>
  readonly publicUrl: string
}

export const loadAccount = async ({ store }: Pick<AccountDeps, 'store'>, id: string): Promise<Account> =>
  (await load(store, account, accountStream(id))).state

/** In the owner's name. */
export const decideAccount = (
  deps: CommandContext,
  id: string,
  command: AccountCommand,
): Promise<Handled<Account>> =>
  handleBy(deps, account, { stream: accountStream(id), command, actor: { kind: 'owner', id } })
