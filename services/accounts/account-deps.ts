import {
  ACCOUNT_MAILS,
  ACCOUNT_MAILS_LATER,
  ACCOUNT_MAILS_OF_DAY,
} from '@app/contracts/limits/rate-limits.ts'
import { counterOf, takeOfMailbox, type SubscribeDeps } from '../reminders/subscribe.ts'
import type { Account } from './account/account-state.ts'
import { load, handle, type Handled } from '../kernel/commands.ts'
import { account, type AccountCommand } from './account.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Passwords } from './identity/passwords.ts'
import { causeBy, type CommandContext, type Naming } from '../kernel/command-context.ts'
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
  handle(deps.store, account, {
    stream: accountStream(id),
    command,
    cause: causeBy(deps, { kind: 'owner', id }),
    newId: deps.newId,
  })

export type AccountMail = keyof typeof TOO_OFTEN

const TOO_OFTEN = {
  resets: 'Ya se pidieron varios enlaces para este correo. Usa el último que llegó, o pide otro en una hora.',
  codes: 'Ya se pidieron varios códigos para este correo. Inténtalo de nuevo en una hora.',
}

/** Counts the mailbox in any spelling, whoever asks. @throws Refusal too-many */
export async function takeAccountMail(
  deps: Pick<SubscribeDeps, 'ids' | 'counters' | 'now'>,
  kind: AccountMail,
  email: string,
): Promise<void> {
  const counter = (name: string) => counterOf(name, deps.ids.suppression(email))
  await takeOfMailbox(deps, counter(`${kind} of mailbox`), ACCOUNT_MAILS, TOO_OFTEN[kind])
  const { isTaken } = await deps.counters.take(counter(`${kind} of mailbox by day`), ACCOUNT_MAILS_OF_DAY)
  if (!isTaken)
    await takeOfMailbox(deps, counter(`later ${kind} of mailbox`), ACCOUNT_MAILS_LATER, TOO_OFTEN[kind])
}
