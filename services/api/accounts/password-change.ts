import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Account } from '@app/domain/account/account-state.ts'
import { account, type AccountCommand } from '@app/domain/account.ts'
import { handle, load, type Cause, type Handled } from '@app/event-store/handle.ts'
import type { Log } from '@app/observability/log.ts'
import type { Passwords } from '@app/identity/passwords.ts'
import type { Credentials } from '@app/vault/logins/credentials.ts'

export interface PasswordDeps {
  readonly store: EventStore
  readonly newId: () => string
  readonly credentials: Credentials
  readonly passwords: Pick<Passwords, 'hash'>
  readonly log: Pick<Log, 'warn'>
}

export const credentialOf = (state: Account): string | undefined =>
  state.status === 'registered' ? state.credentialId : undefined

/** Reads the vault in any case: an account without a password must take as long. */
export async function hashOf(
  { credentials }: Pick<PasswordDeps, 'credentials'>,
  accountId: string,
  state: Account,
): Promise<string | undefined> {
  const hash = await credentials.find(accountId, credentialOf(state))
  return state.status === 'registered' && state.hasPassword ? hash : undefined
}

/** The hash is durable before the event that names it; of concurrent changes, the event written last decides. */
export async function setPassword(
  deps: PasswordDeps,
  given: {
    readonly accountId: string
    readonly password: string
    readonly cause: Cause
    readonly commandOf: (credentialId: string) => AccountCommand
  },
): Promise<Handled<Account>> {
  const { accountId, password, cause, commandOf } = given
  const { store, credentials, newId } = deps
  const credentialId = newId()
  await credentials.add(accountId, credentialId, await deps.passwords.hash(password))
  const command = { stream: accountStream(accountId), command: commandOf(credentialId), cause, newId }
  const handled = await handle(store, account, command).catch(async (error: unknown) => {
    // Only a refusal proves that no event names it.
    if (error instanceof Refusal) await credentials.remove(accountId, [credentialId])
    throw error
  })
  // The new password is valid already; the next change removes what is left.
  await removeReplaced(deps, accountId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'replaced passwords could not be removed'),
  )
  return handled
}

/** Others stay even if no event names them: an event may be about to, and without its hash nobody could sign in. */
export async function removeReplaced(
  { store, credentials }: Pick<PasswordDeps, 'store' | 'credentials'>,
  accountId: string,
): Promise<void> {
  const { state } = await load(store, account, accountStream(accountId))
  if (state.status === 'unknown') return
  await credentials.remove(
    accountId,
    state.replacedCredentials.filter((name) => !state.hasPassword || name !== state.credentialId),
  )
}
