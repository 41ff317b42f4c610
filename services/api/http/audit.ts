import type { Request } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { Refusal, REFUSALS } from '@app/contracts/refusals.ts'
import type { SecurityLog } from '@app/contracts/security-events.ts'
import { networkOf } from './client-address.ts'
import type { AddressOf } from './limits/rate-limit-lease.ts'
import { readResetToken } from './authentication/reset-token.ts'
import type { Authenticator } from './authentication/authenticator.ts'

export interface AuditDeps {
  readonly securityLog: SecurityLog
  readonly addressOf: AddressOf
  readonly accountIdOf: (email: string) => string
  readonly authenticator: Pick<Authenticator, 'claimsOf'>
}

/** Tells the security log of one call. */
export interface Audit {
  /** @param answer undefined where it was a refusal, or no JSON */
  done(answer: unknown): void
  failed(error: unknown): void
}

/** What the security log is told of a call is said by its definition; refused limits and rights are told of every call. */
export function auditOf(deps: AuditDeps, call: Call, request: Request): Audit {
  const { securityLog } = deps
  const place = (): { account: string | undefined; network: string } => ({
    account: accountAsking(deps, call, request),
    network: networkOf(deps.addressOf(request)),
  })
  return {
    done: (answer) => {
      const event = call.audited?.done
      if (event === undefined || answer === undefined) return
      const { account, network } = place()
      securityLog({ event, account: account ?? accountAnswered(answer), network })
    },
    failed: (error) => {
      if (!(error instanceof Refusal) || REFUSALS[error.code].status >= 500) return
      const { code: reason } = error
      if (reason === 'too-many' && call.limit !== undefined && call.limit.name !== 'traffic')
        return securityLog({ event: 'throttled', ...place(), limit: call.limit.name })
      const event = reason === 'forbidden' ? 'access-denied' : call.audited?.refused
      if (event !== undefined) securityLog({ event, ...place(), reason })
    },
  }
}

/**
 * As far as the request names it: by its session, its e-mail or its link. A session is not asked of calls for everyone:
 * whoever tries others' passwords could send along one of their own.
 */
function accountAsking(
  { authenticator, accountIdOf }: AuditDeps,
  { access }: Call,
  { headers, body }: Request,
): string | undefined {
  if (access !== 'everyone') return authenticator.claimsOf(headers.authorization)?.sub
  const { email, token } = (body ?? {}) as { readonly email?: unknown; readonly token?: unknown }
  if (typeof email === 'string') return accountIdOf(email)
  return typeof token === 'string' ? readResetToken(token)?.accountId : undefined
}

function accountAnswered(answer: unknown): string | undefined {
  const { user } = (answer ?? {}) as { readonly user?: { readonly id?: string } }
  return user?.id
}
