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

export interface ParsedCall {
  readonly call: Call
  readonly parts: { readonly params: unknown; readonly body: unknown }
  readonly principal: Principal | undefined
}

export function accountOf(
  { accountIdOf }: Pick<CallLeaseDeps, 'accountIdOf'>,
  { call, parts, principal }: ParsedCall,
): string | undefined {
  if (principal !== undefined) return principal.accountId
  const email = call.limit?.keyOf?.(parts).email
  return email === undefined ? undefined : accountIdOf(email)
}

/** @throws Refusal too-many */
export async function leaseFor(
  deps: CallLeaseDeps,
  parsed: ParsedCall,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<RateLimitLease | undefined> {
  const { limit } = parsed.call
  if (limit === undefined) return undefined
  const { profile, isDated = false } = limit.keyOf?.(parsed.parts) ?? {}
  return deps.limiter.take(
    {
      limit: limit.name,
      address: deps.addressOf(request),
      account: accountOf(deps, parsed),
      profile,
      isDated,
      appends: limit.appends === true,
    },
    response,
  )
}
