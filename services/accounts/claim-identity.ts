import { accountStream, identityStream } from '@app/contracts/accounts.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { readStream } from '../kernel/codec.ts'
import { handle, load, type Cause, type CommandContext, type Naming } from '../kernel/commands.ts'
import { account } from './account.ts'
import { identity } from './claims.ts'
import { createAccountFinder, emailIdentity, hasAccountEnded } from './find-account.ts'

export async function listAccountIds(deps: Naming, email: string): Promise<readonly string[]> {
  const present = await createAccountFinder(deps)(email)
  const claims = await readStream(deps.store, emailIdentity(deps.names, email))
  const ids = new Set([deps.names.account(email), ...claims.map(({ data }) => data.accountId as string)])
  ids.delete(present)
  const erased = await Promise.all([...ids].map((id) => hasAccountEnded(deps, id)))
  return [...[...ids].filter((_id, nth) => erased[nth]), present]
}

/** @throws Refusal email-taken when another account has it */
async function claim(
  deps: CommandContext & Naming,
  stream: string,
  accountId: string,
  cause: Cause,
): Promise<void> {
  const { state } = await load(deps.store, identity, stream)
  const isOver = state.status === 'claimed' && (await hasAccountEnded(deps, state.accountId))
  const erased = isOver ? state.accountId : undefined
  const command = { type: 'ClaimIdentity', accountId, erased } as const
  await handle(deps.store, identity, { stream, command, cause, newId: deps.newId })
}

/** @throws Refusal email-taken while another account has it */
export async function refuseTaken(deps: Naming, email: string, accountId: string): Promise<void> {
  const holder = await createAccountFinder(deps)(email)
  const { state } = await load(deps.store, account, accountStream(holder))
  if (holder !== accountId && state.status === 'registered')
    throw new Refusal('email-taken', undefined, { field: 'email' })
}

/** Before the account's event, so that the e-mail's stream decides. @throws Refusal email-taken */
export async function claimEmail(
  deps: CommandContext & Naming,
  email: string,
  accountId: string,
  cause: Cause,
): Promise<void> {
  await refuseTaken(deps, email, accountId)
  await claim(deps, emailIdentity(deps.names, email), accountId, cause)
}

export async function releaseEmail(
  deps: CommandContext & Naming,
  email: string,
  accountId: string,
  cause: Cause,
): Promise<void> {
  const stream = emailIdentity(deps.names, email)
  const command = { type: 'ReleaseIdentity', accountId } as const
  await handle(deps.store, identity, { stream, command, cause, newId: deps.newId })
}

export interface ExternalIdentity {
  readonly issuer: string
  readonly subject: string
}

const loginStream = ({ names }: Naming, { issuer, subject }: ExternalIdentity): string =>
  identityStream(names.identity('login', `${issuer}\n${subject}`))

export const claimLogin = (
  deps: CommandContext & Naming,
  login: ExternalIdentity,
  accountId: string,
  cause: Cause,
) => claim(deps, loginStream(deps, login), accountId, cause)

export async function findByLogin(deps: Naming, login: ExternalIdentity): Promise<string | undefined> {
  const { state } = await load(deps.store, identity, loginStream(deps, login))
  if (state.status !== 'claimed') return undefined
  const { state: holder } = await load(deps.store, account, accountStream(state.accountId))
  return holder.status === 'registered' ? state.accountId : undefined
}
