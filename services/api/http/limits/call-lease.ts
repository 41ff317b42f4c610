import type { Request, Response } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { accountOf } from '../authentication/caller.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { AddressOf, Ticket } from './rate-limit-lease.ts'
import type { Principal } from '../authentication/authenticator.ts'

interface CallTicketDeps {
  readonly limiter: RateLimiter
  readonly addressOf: AddressOf
  readonly accountIdOf: (email: string) => string
}

interface AskedCall {
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
export async function ticketFor(
  deps: CallTicketDeps,
  { call: { limit }, parts: { params, body }, principal, request, response }: AskedCall,
): Promise<Ticket | undefined> {
  if (limit === undefined) return undefined
  const { profileId, slug } = params as { profileId?: string; slug?: string }
  const account = accountOf(deps, { body, principal })
  return deps.limiter.take(
    { limit, address: deps.addressOf(request), account, profile: profileId ?? slug },
    response,
  )
}
