import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call } from '@app/contracts/api/call.ts'
import type { Principal } from '../authentication/authenticator.ts'
import type { AddressOf, RateLimitLease } from './rate-limit-lease.ts'
import type { RateLimiter } from './rate-limiter.ts'

export interface CallLeaseDeps {
  readonly limiter: RateLimiter
  readonly addressOf: AddressOf
  readonly accountIdOf: (email: string) => string
}

/** A call of which is known what was sent and, as far as it asks, who is signed in. */
export interface ParsedCall {
  readonly call: Call
  readonly parts: { readonly params: unknown; readonly body: unknown }
  readonly principal: Principal | undefined
}

/** Whom a call concerns: who is signed in, else whose e-mail it says that it names. */
export function accountOf(
  { accountIdOf }: Pick<CallLeaseDeps, 'accountIdOf'>,
  { call, parts, principal }: ParsedCall,
): string | undefined {
  if (principal !== undefined) return principal.accountId
  const email = call.limit?.keyOf?.(parts).email
  return email === undefined ? undefined : accountIdOf(email)
}

/**
 * What a call takes of its limit, where it has one.
 * @throws Refusal too-many
 */
export async function leaseFor(
  deps: CallLeaseDeps,
  parsed: ParsedCall,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<RateLimitLease | undefined> {
  const { limit } = parsed.call
  if (limit === undefined) return undefined
  return deps.limiter.take(
    {
      limit: limit.name,
      address: deps.addressOf(request),
      account: accountOf(deps, parsed),
      profile: limit.keyOf?.(parsed.parts).profile,
    },
    response,
  )
}
