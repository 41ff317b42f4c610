import type { ServerResponse } from 'node:http'
import type { Call } from '@app/contracts/api/call.ts'
import type { RateLimitName } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { FindAccountId } from '@app/processes/accounts/find-account.ts'
import type { AccountIds } from '@app/vault/keys/keyed-ids.ts'
import type { AddressOf } from '../client-address.ts'
import type { Token } from './token-buckets.ts'

export interface LimitedCall {
  readonly address: string
  /** Without a session by the e-mail's first id, whoever has it now: a call may be refused before anything is read. */
  readonly account?: string | undefined
  /** Finds the e-mail's account, where that is another one; empty without an account. */
  readonly findAccount: () => Promise<string>
  readonly profile?: string | undefined
  /** Says when it happened. */
  readonly isDated?: boolean
  /** Requests the page itself, before the tap. */
  readonly isPage?: boolean
  /** As the call's definition says. */
  readonly appends?: boolean
}

/** Counts a call and does its work, before it is answered. @throws Refusal too-many, with the seconds to wait */
export type RunLimited<Result> = (
  call: LimitedCall,
  response: ServerResponse,
  work: () => Promise<Result>,
) => Promise<Result>

export interface CallLimits {
  run<Result>(name: RateLimitName, ...call: Parameters<RunLimited<Result>>): Promise<Result>
}

export const tooMany = (retryAfterSeconds: number, detail?: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })

/** All or none, the narrowest first. @throws Refusal too-many */
export function takeAll(tokens: readonly Token[]): void {
  tokens.forEach((token, index) => {
    const wait = token.take()
    if (wait === 0) return
    for (const taken of tokens.slice(0, index)) taken.refund()
    throw tooMany(wait)
  })
}

export interface LimitDeps {
  readonly limits: CallLimits
  readonly addressOf: AddressOf
  readonly accountIds: AccountIds
  readonly findAccountId: FindAccountId
}

/** Does a parsed call's work within its limit. */
export async function runLimited<Result>(
  { limits, addressOf, accountIds, findAccountId }: LimitDeps,
  call: Call,
  sent: { readonly params: unknown; readonly body: unknown; readonly accountId?: string | undefined },
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result> {
  const { limit } = call
  if (limit === undefined) return work()
  const { email, profile, isDated = false } = limit.keyOf?.(sent) ?? {}
  const account = sent.accountId ?? (email === undefined ? undefined : accountIds(email))
  const findAccount = async (): Promise<string> =>
    sent.accountId ?? (email === undefined ? '' : await findAccountId(email))
  const address = addressOf(response.req)
  const appends = limit.appends === true
  return limits.run(limit.name, { address, account, findAccount, profile, isDated, appends }, response, work)
}

/** A page that a browser requests; one that does not exist costs more, so that enumeration is useless. */
export const runLimitedPage = <Result>(
  { limits, addressOf }: Pick<LimitDeps, 'limits' | 'addressOf'>,
  /** A profile's slug, or what stands in its place in a mailed link. */
  profile: string,
  response: ServerResponse,
  find: () => Promise<Result>,
): Promise<Result> => {
  const page = { address: addressOf(response.req), profile, isPage: true, findAccount: async () => '' }
  return limits.run('traffic', page, response, find)
}
