import { Refusal } from '@app/contracts/refusals.ts'
import type { Account } from '@app/domain/account/account-state.ts'
import type { AccountCommand } from '@app/domain/account.ts'
import type { Handled } from '@app/kernel/commands.ts'
import { decideAccount, loadAccount, type AccountDeps } from './account-deps.ts'

export const credentialOf = (state: Account): string | undefined =>
  state.status === 'registered' ? state.credentialId : undefined

/** Reads the vault in any case: an account without a password must take as long. */
export async function hashOf(
  { credentials }: Pick<AccountDeps, 'credentials'>,
  accountId: string,
  state: Account,
): Promise<string | undefined> {
  const hash = await credentials.find(accountId, credentialOf(state))
  return state.status === 'registered' && state.hasPassword ? hash : undefined
}

/** The hash is durable before the event that names it; of concurrent changes, the event written last decides. */
export async function setPassword(
  deps: AccountDeps,
  given: {
    readonly accountId: string
    readonly password: string
    readonly commandOf: (credentialId: string) => AccountCommand
  },
): Promise<Handled<Account>> {
  const { accountId, password, commandOf } = given
  const { credentials } = deps
  const credentialId = deps.newId()
  await credentials.add(accountId, credentialId, await deps.passwords.hash(password))
  const handled = await decideAccount(deps, accountId, commandOf(credentialId)).catch(
    async (error: unknown) => {
      // Only a refusal proves that no event names it.
      if (error instanceof Refusal) await credentials.remove(accountId, [credentialId])
      throw error
    },
  )
  // The new password is valid already; the next change removes what is left.
  await removeReplaced(deps, accountId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'replaced passwords could not be removed'),
  )
  return handled
}

/** Others stay even if no event names them: an event may be about to, and without its hash nobody could sign in. */
export async function removeReplaced(
  deps: Pick<AccountDeps, 'store' | 'credentials'>,
  accountId: string,
): Promise<void> {
  const state = await loadAccount(deps, accountId)
  if (state.status === 'unknown') return
  await deps.credentials.remove(
    accountId,
    state.replacedCredentials.filter((name) => !state.hasPassword || name !== state.credentialId),
  )
}
