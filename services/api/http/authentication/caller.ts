import type { IncomingMessage } from 'node:http'
import type { Call } from '@app/contracts/api/call.ts'
import type { FindAccountId } from '@app/processes/accounts/find-account.ts'
import type { HashingLimiter } from './hashing-limiter.ts'
import { accountOf, type ParsedCall } from '../limits/call-lease.ts'
import type { AddressOf } from '../limits/rate-limit-lease.ts'
import type { UsualAddresses } from '../limits/usual-addresses.ts'
import type { Principal, Authenticator } from './authenticator.ts'

interface UsualAddressDeps {
  readonly findAccountId: FindAccountId
  readonly hashing: HashingLimiter
  readonly addressOf: AddressOf
  readonly usualAddresses: UsualAddresses
}

export async function principalOf(
  { access }: Call,
  authenticator: Authenticator,
  request: IncomingMessage,
): Promise<Principal | undefined> {
  const { authorization } = request.headers
  switch (access) {
    case 'admin':
      return authenticator.admin(authorization)
    case 'activated':
      return authenticator.activated(authorization)
    case 'signed-in':
      return authenticator.signedIn(authorization)
    case 'everyone':
    case 'optional':
      return undefined
  }
}

/** Queried only if the call has to wait for its hash; false if the query fails. */
export async function comesFromUsualAddress(
  deps: UsualAddressDeps,
  parsed: ParsedCall,
  request: IncomingMessage,
): Promise<boolean> {
  if (parsed.call.hashes !== true || !deps.hashing.work.isBusy()) return false
  const account = await accountOf(deps, parsed)
  if (account === undefined) return false
  return deps.usualAddresses.has(account, deps.addressOf(request)).catch(() => false)
}
