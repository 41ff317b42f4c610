import type { Request } from 'express'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { load } from '@app/event-store/handle.ts'
import type { Principal } from '../http/authentication/authenticator.ts'
import { networkBlockOf } from '../http/limits/network-block.ts'
import type { AuthDeps } from './auth-deps.ts'
import { hashOf } from './password-change.ts'

const WRONG_PASSWORD = 'Esa no es tu contraseña.'
const RECENT_MS = 10 * 60_000

/**
 * A session alone may be a stranger's at an unattended desk. Only the comparison occupies a slot of the hashes: what
 * follows may last seconds. @throws Refusal wrong-credentials, or sign-in-again where there is no password
 */
export async function proveOwner(
  deps: AuthDeps,
  principal: Principal,
  { password = '', request }: { readonly password: string | undefined; readonly request: Request },
): Promise<void> {
  const { accountId } = principal
  const { state } = await load(deps.store, account, accountStream(accountId))
  if (state.status === 'unknown') throw new Refusal('unauthenticated')
  if (!state.hasPassword) return refuseOldSession(deps, principal)
  const network = networkBlockOf(deps.addressOf(request))
  const isRight = await deps.hashing.work.run({ network, isUsual: false }, async () =>
    deps.passwords.matches(password, await hashOf(deps, accountId, state)),
  )
  if (!isRight) throw new Refusal('wrong-credentials', WRONG_PASSWORD, { field: 'password' })
}

/** By this session's beginning: sign-ins within ten minutes of each other are one event. */
async function refuseOldSession({ openSessions, now }: AuthDeps, principal: Principal): Promise<void> {
  const { accountId, sessionId, account: state } = principal
  const open = await openSessions.list(accountId, state.sessionVersion)
  const beganAt = open.find(({ id }) => id === sessionId)?.beganAt
  if (beganAt === undefined || now().getTime() - beganAt.getTime() > RECENT_MS)
    throw new Refusal('sign-in-again')
}
