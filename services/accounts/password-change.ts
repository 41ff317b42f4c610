import { Refusal } from '@app/contracts/refusals.ts'
import type { Account } from './account-state.ts'
import type { AccountCommand } from './account.ts'
import type { Handled } from '../kernel/commands.ts'
import { decideAccount, loadAccount } from './find-account.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The hash is durable before the event that names it; of concurrent changes, the event written last decides. */
export async function setPassword(
  deps: Ctx,
  change: {
    readonly accountId: string
    readonly password: string
    readonly commandOf: (credentialId: string) => AccountCommand
  },
): Promise<Handled<Account>> {
  const { accountId, password, commandOf } = change
  const { credentials } = deps
  const credentialId = deps.newId()
  await credentials.add(accountId, credentialId, await deps.passwords.hash(password))
  const handled = await decideAccount(deps, accountId, commandOf(credentialId)).catch(
    async (error: unknown) => {
      // Only a refusal proves that no event names it.
      if (error instanceof Refusal) await credentials.remove(accountId, credentialId)
      throw error
    },
  )
  await removeReplaced(deps, accountId).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'replaced passwords could not be removed'),
  )
  return handled
}

/** Others stay even if no event names them: an event may be about to, and without its hash nobody could sign in. */
export async function removeReplaced(
  deps: Pick<Ctx, 'store' | 'credentials'>,
  accountId: string,
): Promise<void> {
  const state = await loadAccount(deps, accountId)
  if (state.status === 'registered' && state.formerCredential !== undefined)
    await deps.credentials.remove(accountId, state.formerCredential)
}
