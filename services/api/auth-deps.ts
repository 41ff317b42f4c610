import type { Cause } from '@app/event-store/handle.ts'
import type { Log } from '@app/outside/log.ts'
import type { Mailer } from '@app/outside/mail.ts'
import type { Passwords } from '@app/outside/passwords.ts'
import { causeBy } from '@app/processes/acting.ts'
import type { Credentials } from '@app/vault/credentials.ts'
import type { RouteDeps } from './route.ts'
import type { SessionDeps } from './session-answer.ts'

/** What the calls of accounts are served with. */
export interface AuthDeps extends RouteDeps, SessionDeps {
  readonly credentials: Credentials
  readonly passwords: Passwords
  readonly now: () => Date
  readonly newId: () => string
  readonly log: Pick<Log, 'warn'>
  readonly mailer: Pick<Mailer, 'send'>
  /** Whether one more mail for a new password may be sent to an account; it is counted then. */
  readonly mayMailReset: (accountId: string) => Promise<boolean>
  /** Of a source that cannot be guessed. */
  readonly random: (bytes: number) => Buffer
  readonly pause: (ms: number) => Promise<unknown>
}

/** An account's own doing, now. */
export const causeByOwner = (deps: Pick<AuthDeps, 'now' | 'newId'>, id: string): Cause =>
  causeBy(deps, { kind: 'owner', id })
