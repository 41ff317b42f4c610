import type { Request } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { isRefused } from '@app/contracts/refusals.ts'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { networkBlockOf } from './client-address.ts'
import type { Ctx } from '../ctx.ts'

export type AuditParts = Pick<Ctx, 'addressOf' | 'securityLog' | 'accountIds'> & {
  readonly accessControl: Pick<Ctx['accessControl'], 'claimsOf'>
}

export interface Audit {
  /** A call for everyone says whose account an e-mail names, once it knows. */
  concerns(accountId: string): void
  /** @param answer undefined for a refusal, and for an answer that is not JSON */
  done(answer: unknown): void
  failed(error: unknown): void
}

/** `call.audited` names the events of a call. Throttling and denied rights are logged for every call. */
export function auditOf(deps: AuditParts, call: Call, request: Request): Audit {
  // The address is read now: an ended connection has none.
  const network = networkBlockOf(deps.addressOf(request))
  const write = (event: SecurityEvent): void => deps.securityLog({ ...event, network })
  let concerned: string | undefined
  const account = (): string | undefined => concerned ?? accountAsking(deps, call, request)
  return {
    concerns: (accountId) => {
      concerned = accountId
    },
    done: (answer) => {
      const event = call.audited?.done
      if (event === undefined || answer === undefined) return
      const answered = accountAnswered(answer)
      write({ event, account: (call.access === 'everyone' ? answered : undefined) ?? account() ?? answered })
    },
    failed: (error) => {
      if (!isRefused(error)) return
      const { code: reason } = error
      if (reason === 'too-many' && call.limit !== undefined && call.limit.name !== 'traffic')
        return write({ event: 'throttled', account: account(), limit: call.limit.name })
      const event = reason === 'forbidden' ? 'access-denied' : call.audited?.refused
      if (event !== undefined) write({ event, account: account(), reason })
    },
  }
}

/** Calls for everyone ignore the session: an attacker who guesses passwords could send one of their own. */
function accountAsking(
  { accessControl, accountIds }: AuditParts,
  { access }: Call,
  { headers, body }: Request,
): string | undefined {
  if (access !== 'everyone') return accessControl.claimsOf(headers.authorization)?.sub
  const { email } = (body ?? {}) as { readonly email?: unknown }
  return typeof email === 'string' ? accountIds(email) : undefined
}

function accountAnswered(answer: unknown): string | undefined {
  const { user } = (answer ?? {}) as { readonly user?: { readonly id?: string } }
  return user?.id
}
