import type { Cause } from '@app/event-store/handle.ts'
import type { Log } from '@app/observability/log.ts'
import type { Passwords } from '@app/identity/passwords.ts'
import { causeBy, type Naming } from '@app/processes/command-context.ts'
import type { Credentials } from '@app/vault/logins/credentials.ts'
import type { OpenSessions } from '@app/vault/logins/open-sessions.ts'
import type { AnswerPause } from '../http/answer-time.ts'
import type { RouteDeps } from '../http/route.ts'
import type { AccountRequestDeps } from './account-requests.ts'
import type { SessionDeps } from './session-answer.ts'

export interface AuthDeps extends RouteDeps, SessionDeps, Naming, AccountRequestDeps {
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly openSessions: Pick<OpenSessions, 'list' | 'end'>
  /** @returns whether all is erased already. @throws Refusal last-administrator */
  readonly eraseOwn: (accountId: string) => Promise<boolean>
  readonly now: () => Date
  readonly newId: () => string
  readonly log: Pick<Log, 'warn'>
  /** Durable when it resolves. Whether the account exists is checked when the mail is sent. */
  readonly requestResetMail: (accountId: string) => Promise<void>
  readonly random: (bytes: number) => Buffer
  readonly answerTime: AnswerPause
}

export const causeByOwner = (deps: Pick<AuthDeps, 'now' | 'newId'>, id: string): Cause =>
  causeBy(deps, { kind: 'owner', id })
