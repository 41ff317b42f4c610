import type { Request } from 'express'
import type { Call } from '@app/contracts/api/call.ts'
import { Refusal, REFUSALS } from '@app/contracts/refusals.ts'
import type { FindAccountId } from '@app/processes/accounts/find-account.ts'
import type { AccountIds } from '@app/vault/keys/keyed-ids.ts'
import type { SecurityEvent, SecurityLog } from '@app/contracts/security-events.ts'
import { callerPlaceOf, type CallerPlaceDeps } from './caller-place.ts'
import { readResetToken } from './authentication/reset-token.ts'
import type { Authenticator } from './authentication/authenticator.ts'

export interface AuditDeps extends CallerPlaceDeps {
  readonly securityLog: SecurityLog
  readonly accountIds: AccountIds
  readonly findAccountId: FindAccountId
  readonly authenticator: Pick<Authenticator, 'claimsOf'>
}

export interface Audit {
  /** @param answer undefined for a refusal, and for an answer that is not JSON */
  done(answer: unknown): Promise<void>
  failed(error: unknown): Promise<void>
}

/** `call.audited` names the events of a call. Throttling and denied rights are logged for every call. */
export function auditOf(deps: AuditDeps, call: Call, request: Request): Audit {
  const write = async (event: SecurityEvent, email?: string): Promise<void> => {
    // The address is read now: an ended connection has none.
    const place = callerPlaceOf(deps, request)
    const account = event.account ?? (await found(deps, email))
    void place.then((known) => deps.securityLog({ ...event, account, ...known }))
  }
  return {
    done: async (answer) => {
      const event = call.audited?.done
      if (event === undefined || answer === undefined) return
      const { id, email } = asking(deps, call, request)
      await write({ event, account: id ?? accountAnswered(answer) }, email)
    },
    failed: async (error) => {
      if (!(error instanceof Refusal) || REFUSALS[error.code].status >= 500) return
      const { code: reason } = error
      const { id, email } = asking(deps, call, request)
      // By the e-mail's first id: a call that is refused for its number makes nothing be read.
      const counted = id ?? (email === undefined ? undefined : deps.accountIds(email))
      if (reason === 'too-many' && call.limit !== undefined && call.limit.name !== 'traffic')
        return write({ event: 'throttled', account: counted, limit: call.limit.name })
      const event = reason === 'forbidden' ? 'access-denied' : call.audited?.refused
      if (event !== undefined) await write({ event, account: id, reason }, email)
    },
  }
}

interface Asking {
  readonly id?: string | undefined
  readonly email?: string
}

/** Calls for everyone ignore the session: an attacker who guesses passwords could send one of their own. */
function asking({ authenticator }: AuditDeps, { access }: Call, { headers, body }: Request): Asking {
  if (access !== 'everyone') return { id: authenticator.claimsOf(headers.authorization)?.sub }
  const { email, token } = (body ?? {}) as { readonly email?: unknown; readonly token?: unknown }
  if (typeof email === 'string') return { email }
  return { id: typeof token === 'string' ? readResetToken(token)?.accountId : undefined }
}

const found = async ({ findAccountId }: AuditDeps, email: string | undefined): Promise<string | undefined> =>
  email === undefined ? undefined : findAccountId(email).catch(() => undefined)

function accountAnswered(answer: unknown): string | undefined {
  const { user } = (answer ?? {}) as { readonly user?: { readonly id?: string } }
  return user?.id
}
