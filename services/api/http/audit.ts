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

export interface Audit {
  /** @param answer undefined for a refusal, and for an answer that is not JSON */
  done(answer: unknown): void
  failed(error: unknown): void
}

/** `call.audited` names the events of a call. Throttling and denied rights are logged for every call. */
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

/** Calls for everyone ignore the session: an attacker who guesses passwords could send one of their own. */
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
