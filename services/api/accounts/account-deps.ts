import type { Cause } from '@app/event-store/handle.ts'
import type { Log } from '@app/observability/log.ts'
import type { Passwords } from '@app/identity/passwords.ts'
import { causeBy, type CommandContext, type Naming } from '@app/processes/command-context.ts'
import type { RecordAtOnce, AtOnce } from '@app/processes/rights/record-at-once.ts'
import type { Credentials } from '@app/vault/logins/credentials.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { AnswerPause } from '../http/answer-time.ts'
import type { RouteDeps } from '../http/route.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'

export interface AccountDeps extends RouteDeps, CommandContext, Naming {
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly openSessions: Pick<OpenSessions, 'list' | 'end'>
  /** @returns whether all is erased already. @throws Refusal last-administrator */
  readonly eraseOwn: (accountId: string) => Promise<boolean>
  readonly log: Log
  /** Durable when it resolves. Whether the account exists is checked when the mail is sent. */
  readonly requestResetMail: (accountId: string) => Promise<void>
  readonly recordAtOnce: RecordAtOnce
  readonly answerTime: AnswerPause
  readonly publicUrl: string
}

export const causeByOwner = (deps: CommandContext, id: string): Cause => causeBy(deps, { kind: 'owner', id })

/** Asked for on the account's own screens. A deletion is recorded from its own event: erasureRequestReaction. */
export const recordAsked = (
  { recordAtOnce }: Pick<AccountDeps, 'recordAtOnce'>,
  kind: AtOnce['kind'],
  accountId: string,
): Promise<void> =>
  recordAtOnce(
    { kind, channel: 'account', proof: 'session', about: accountStream(accountId) },
    { kind: 'owner', id: accountId },
  )
