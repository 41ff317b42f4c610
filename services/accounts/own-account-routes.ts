import type { Router } from 'express'
import { putMe } from '@app/contracts/own-account.ts'
import { deleteMe } from '@app/contracts/privacy/account-data.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Ctx } from '../platform/ctx.ts'
import { guardedRoute } from '../platform/http/route.ts'
import type { Principal } from '../platform/http/access/access-control.ts'
import { decideAccount, hashOf, loadAccount } from './find-account.ts'
import { meOf } from './session-routes.ts'

const ERASED = 'Borramos tu cuenta y todo lo que era tuyo.'

const ERASING = 'Tu cuenta ya está cerrada. En unos minutos termina de borrarse lo que queda.'

const LAST_ADMINISTRATOR = 'Eres el último administrador activo. Nombra a otro antes de borrar tu cuenta.'

export function ownAccountRoutes(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, putMe, async ({ body, wrote }, { accountId }) => {
    const { state, appended } = await decideAccount(deps, accountId, {
      type: 'RenameAccount',
      name: body.name,
    })
    if (state.status === 'unknown') throw new Refusal('unauthenticated')
    wrote(appended)
    return meOf(deps, accountId, state)
  })

  guardedRoute(router, deps, deleteMe, async ({ body }, principal) => {
    await proveOwner(deps, principal, body.password)
    const isErased = await deps.eraseOwn(principal.accountId).catch(refusedInOwnWords)
    return { message: isErased ? ERASED : ERASING }
  })
}

function refusedInOwnWords(error: unknown): never {
  const isLast = error instanceof Refusal && error.code === 'last-administrator'
  throw isLast ? new Refusal('last-administrator', LAST_ADMINISTRATOR) : error
}

const RECENT_MS = 10 * 60_000

/**
 * A session alone may be a stranger's at an unattended desk. Only the comparison occupies a slot of the hashes: what
 * follows may last seconds. @throws Refusal wrong-credentials, or sign-in-again where there is no password
 */
async function proveOwner(deps: Ctx, principal: Principal, password = ''): Promise<void> {
  const { accountId } = principal
  const state = await loadAccount(deps, accountId)
  if (state.status === 'unknown') throw new Refusal('unauthenticated')
  if (!state.hasPassword) return refuseOldSession(deps, principal)
  const compare = async () => deps.passwords.matches(password, await hashOf(deps, accountId, state))
  const isRight = await deps.hashing(compare, async () => true)
  if (!isRight) throw new Refusal('wrong-credentials', 'Esa no es tu contraseña.', { field: 'password' })
}

/** By this session's beginning: sign-ins within ten minutes of each other are one event. */
async function refuseOldSession({ openSessions, now }: Ctx, principal: Principal): Promise<void> {
  const { accountId, sessionId, account: state } = principal
  const open = await openSessions.list(accountId, state.sessionVersion)
  const beganAt = open.find(({ id }) => id === sessionId)?.beganAt
  if (beganAt === undefined || now().getTime() - beganAt.getTime() > RECENT_MS)
    throw new Refusal('sign-in-again')
}
