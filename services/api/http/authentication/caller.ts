import type { Request } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import type { HashingLimiter } from './hashing-limiter.ts'
import type { AddressOf } from '../limits/rate-limit-lease.ts'
import type { UsualAddresses } from '../limits/usual-addresses.ts'
import type { Principal, Authenticator } from './authenticator.ts'

interface AskerDeps {
  readonly accountIdOf: (email: string) => string
  readonly hashing: HashingLimiter
  readonly addressOf: AddressOf
  readonly usualAddresses: UsualAddresses
}

/** Who is signed in, as far as a call asks. */
export async function principalOf(
  { access }: Call,
  authenticator: Authenticator,
  request: Request,
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

/** Whom a call concerns: who is signed in, else whose e-mail it names. */
export function accountOf(
  { accountIdOf }: Pick<AskerDeps, 'accountIdOf'>,
  asked: { readonly body: unknown; readonly principal: Principal | undefined },
): string | undefined {
  const { email } = asked.body as { email?: unknown }
  return asked.principal?.accountId ?? (typeof email === 'string' ? accountIdOf(email) : undefined)
}

/**
 * Whether an account came in from there before. Looked up only where a call would wait for its hash; who cannot be
 * looked up waits with the strangers.
 */
export async function isUsualAsker(
  deps: AskerDeps,
  asked: { readonly call: Call; readonly request: Request } & Parameters<typeof accountOf>[1],
): Promise<boolean> {
  if (asked.call.hashes !== true || !deps.hashing.work.isBusy()) return false
  const account = accountOf(deps, asked)
  if (account === undefined) return false
  return deps.usualAddresses.has(account, deps.addressOf(asked.request)).catch(() => false)
}
