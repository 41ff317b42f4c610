import {
  EMAIL_CHANGE_MAILS,
  RESET_MAILS,
  RESET_MAILS_LATER,
  RESET_MAILS_OF_DAY,
} from '@app/contracts/limits/rate-limits.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import { counterOf, takeOfMailbox } from '../reminders/subscribe.ts'

export interface ResetMailDeps {
  readonly ids: Pick<SubscriptionIds, 'suppression'>
  readonly counters: Pick<RateCounters, 'take'>
  readonly now: () => Date
  /** Queues the mail of an account, which may not exist. */
  readonly requestMail: (accountId: string) => Promise<void>
}

const TOO_OFTEN =
  'Ya se pidieron varios enlaces para este correo. Usa el último que llegó, o pide otro en una hora.'

/** Counts the mailbox in any spelling before anybody looks for its account. @throws Refusal too-many */
export async function requestResetMail(deps: ResetMailDeps, accountId: string, email: string): Promise<void> {
  const counter = (name: string) => counterOf(name, deps.ids.suppression(email))
  await takeOfMailbox(deps, counter('resets of mailbox'), RESET_MAILS, TOO_OFTEN)
  const { isTaken } = await deps.counters.take(counter('resets of mailbox by day'), RESET_MAILS_OF_DAY)
  if (!isTaken) await takeOfMailbox(deps, counter('later resets of mailbox'), RESET_MAILS_LATER, TOO_OFTEN)
  await deps.requestMail(accountId)
}

const CODES_TOO_OFTEN = 'Ya se pidieron varios códigos para este correo. Inténtalo de nuevo en una hora.'

/** Counts the mailbox that somebody typed, from any number of accounts. @throws Refusal too-many */
export async function takeCodeMail(deps: Omit<ResetMailDeps, 'requestMail'>, email: string): Promise<void> {
  const counter = counterOf('codes of mailbox', deps.ids.suppression(email))
  await takeOfMailbox(deps, counter, EMAIL_CHANGE_MAILS, CODES_TOO_OFTEN)
}
