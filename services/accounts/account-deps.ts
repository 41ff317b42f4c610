import {
  ACCOUNT_MAILS,
  ACCOUNT_MAILS_LATER,
  ACCOUNT_MAILS_OF_DAY,
} from '@app/contracts/limits/rate-limits.ts'
import { counterOf, takeOfMailbox } from '../reminders/subscribe.ts'
import type { Account } from './account/account-state.ts'
import { load, type Handled } from '../kernel/commands.ts'
import { account, type AccountCommand } from './account.ts'
import { handleBy, type CommandContext } from '../kernel/command-context.ts'
import { accountStream } from '@app/contracts/accounts.ts'
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

export type AccountMail = keyof typeof TOO_OFTEN

const TOO_OFTEN = {
  resets: 'Ya se pidieron varios enlaces para este correo. Usa el último que llegó, o pide otro en una hora.',
  codes: 'Ya se pidieron varios códigos para este correo. Inténtalo de nuevo en una hora.',
}

/** Counts the mailbox in any spelling, whoever asks. @throws Refusal too-many */
export async function takeAccountMail(
  deps: Pick<Ctx, 'ids' | 'counters' | 'now'>,
  kind: AccountMail,
  email: string,
): Promise<void> {
  const counter = (name: string) => counterOf(name, deps.ids.suppression(email))
  await takeOfMailbox(deps, counter(`${kind} of mailbox`), ACCOUNT_MAILS, TOO_OFTEN[kind])
  const { isTaken } = await deps.counters.take(counter(`${kind} of mailbox by day`), ACCOUNT_MAILS_OF_DAY)
  if (!isTaken)
    await takeOfMailbox(deps, counter(`later ${kind} of mailbox`), ACCOUNT_MAILS_LATER, TOO_OFTEN[kind])
}
