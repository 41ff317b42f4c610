import type { Request, Response } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { accountOf } from '../authentication/caller.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { AddressOf, RateLimitLease } from './rate-limit-lease.ts'
import type { Principal } from '../authentication/authenticator.ts'

interface CallLeaseDeps {
  readonly limiter: RateLimiter
  readonly addressOf: AddressOf
  readonly accountIdOf: (email: string) => string
}

interface ParsedCall {
  readonly call: Call
  readonly parts: { readonly params: unknown; readonly body: unknown }
  readonly principal: Principal | undefined
  readonly request: Request
  readonly response: Response
}

/**
 * What a call takes of its limit, where it has one.
 * @throws Refusal too-many
 */
export async function leaseFor(
  deps: CallLeaseDeps,
  { call: { limit }, parts: { params, body }, principal, request, response }: ParsedCall,
): Promise<RateLimitLease | undefined> {
  if (limit === undefined) return undefined
  const { profileId, slug } = params as { profileId?: string; slug?: string }
  const account = accountOf(deps, { body, principal })
  return deps.limiter.take(
    { limit, address: deps.addressOf(request), account, profile: profileId ?? slug },
    response,
  )
}
