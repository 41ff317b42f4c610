import type { ServerResponse } from 'node:http'
import type { Call } from '@app/contracts/api/call.ts'
import type { RateLimitName } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../../ctx.ts'

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
type RunLimited = <Result>(
  name: RateLimitName,
  call: LimitedCall,
  response: ServerResponse,
  work: () => Promise<Result>,
) => Promise<Result>

/** Counts a call on a public page. @throws Refusal too-many */
export type TakeTraffic = (call: Omit<LimitedCall, 'findAccount'>) => {
  /** Settles it with the error of a call that failed. */
  (error?: unknown): void
  /** Another way counts it. */
  undo(): void
}

export interface CallLimits {
  readonly run: RunLimited
  readonly takeTraffic: TakeTraffic
}

export const tooMany = (retryAfterSeconds: number, detail?: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })

/** Does a parsed call's work within its limit. */
export async function runLimited<Result>(
  { limits, addressOf, accountIds, findAccountId }: Ctx,
  { limit }: Call,
  sent: { readonly params: unknown; readonly body: unknown; readonly accountId?: string | undefined },
  response: ServerResponse,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit === undefined) return work()
  const { email, profile, isDated = false } = limit.keyOf?.(sent) ?? {}
  const { accountId } = sent
  const limited = {
    address: addressOf(response.req),
    account: accountId ?? (email === undefined ? undefined : accountIds(email)),
    findAccount: async () => accountId ?? (email === undefined ? '' : findAccountId(email)),
    profile,
    isDated,
    appends: limit.appends === true,
  }
  return limits.run(limit.name, limited, response, work)
}

/** A page that a browser requests; one that does not exist costs more, so that enumeration is useless. */
export const runLimitedPage = <Result>(
  { limits, addressOf }: Pick<Ctx, 'limits' | 'addressOf'>,
  /** A profile's slug, or what stands in its place in a mailed link. */
  profile: string,
  response: ServerResponse,
  find: () => Promise<Result>,
): Promise<Result> => {
  const page = { address: addressOf(response.req), profile, isPage: true, findAccount: async () => '' }
  return limits.run('traffic', page, response, find)
}
