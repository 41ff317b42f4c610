import { accountStream, identityStream } from '@app/contracts/accounts.ts'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { hasEnded, type Account } from './account-state.ts'
import { account, type AccountCommand } from './account.ts'
import { identity } from './claims.ts'
import { readStream } from '../kernel/codec.ts'
import { load, type Naming, type Handled, handleBy, type CommandContext } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { KeyedNames } from '../kernel/keys/keyed-ids.ts'
import {
  ACCOUNT_MAILS,
  ACCOUNT_MAILS_LATER,
  ACCOUNT_MAILS_OF_DAY,
} from '@app/contracts/limits/rate-limits.ts'
import { counterOf, takeOfMailbox } from '../platform/http/mailbox-quota.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The id of an e-mail's account, or of the one that its next registration begins. */
export type FindAccountId = (email: string) => Promise<string>

export const emailIdentity = (names: KeyedNames, email: string): string =>
  identityStream(names.identity('email', normalEmail(email)))

export const loadAccount = async ({ store }: Pick<Ctx, 'store'>, id: string): Promise<Account> =>
  (await load(store, account, accountStream(id))).state

export const hasAccountEnded = async (deps: Pick<Naming, 'store'>, id: string): Promise<boolean> =>
  hasEnded(await loadAccount(deps, id))

/** @param ofSettings an e-mail that its administrator has left names them still */
export const createAccountFinder =
  (deps: Naming, ofSettings = false): FindAccountId =>
  async (email) => {
    const stream = emailIdentity(deps.names, email)
    const { state: claim } = await load(deps.store, identity, stream)
    if (claim.status === 'unclaimed') return findUnclaimed(deps, email)
    const state = await loadAccount(deps, claim.accountId)
    const isAdmin = state.status === 'registered' && state.isAdmin
    const isHeld = claim.status === 'claimed' ? !hasEnded(state) : ofSettings && isAdmin
    return isHeld ? claim.accountId : derivedId(`account after ${claim.revision} of ${stream}`)
  }

/** Before there were claims, an account was named by its e-mail and the number of its erased predecessors. */
async function findUnclaimed(deps: Naming, email: string): Promise<string> {
  for (let erased = 0; ; erased += 1) {
    const id = deps.names.account(email, erased)
    if (!(await hasAccountEnded(deps, id))) return id
  }
}

export async function listAccountIds(deps: Naming, email: string): Promise<readonly string[]> {
  const present = await createAccountFinder(deps)(email)
  const claims = await readStream(deps.store, emailIdentity(deps.names, email))
  const ids = new Set([deps.names.account(email), ...claims.map(({ data }) => data.accountId as string)])
  ids.delete(present)
  const erased = await Promise.all([...ids].map((id) => hasAccountEnded(deps, id)))
  return [...[...ids].filter((_id, nth) => erased[nth]), present]
}

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

/** Counts the mailbox in any spelling, for any caller. @throws Refusal too-many */
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
