import { accountStream, signInsStream, type signedIn, identityStream } from '@app/contracts/accounts.ts'
import { account } from './account.ts'
import { identity } from './claims.ts'
import {
  load,
  handle,
  type Cause,
  append,
  envelop,
  type CommandContext,
  type Naming,
  causeBy,
} from '../kernel/commands.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { isStoreError, type AppendResult } from '@app/contracts/event-store.ts'
import type { EventOf } from '@app/contracts/events/define.ts'
import { emailIdentity, hasAccountEnded, createAccountFinder } from './find-account.ts'

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

type Method = EventOf<typeof signedIn>['data']['method']

const NEWS_AFTER_MS = 10 * 60_000

/** One event per ten minutes at most: repeated logins make no history. */
export async function recordSignIn(
  deps: CommandContext,
  accountId: string,
  method: Method,
): Promise<AppendResult | undefined> {
  const stream = signInsStream(accountId)
  const [last] = await deps.store.log.readStream(stream, { direction: 'backward', limit: 1 })
  const since = deps.now().getTime() - NEWS_AFTER_MS
  if (last !== undefined && Date.parse(last.meta.occurredAt) > since) return undefined
  const cause = causeBy(deps, { kind: 'owner', id: accountId })
  const event = envelop({ type: 'SignedIn', data: { method } }, deps.newId(), cause)
  return append(deps.store, stream, last?.revision ?? 'noStream', [event]).catch(unlessConflict)
}

function unlessConflict(error: unknown): undefined {
  if (!isStoreError(error, 'Conflict')) throw error
}
