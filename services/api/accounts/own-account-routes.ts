import type { Router } from 'express'
import { deleteMe, putMe } from '@app/contracts/api/accounts/own-account.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { handle } from '@app/event-store/handle.ts'
import { guardedRoute } from '../http/route.ts'
import { recordAsked } from './account-requests.ts'
import { causeByOwner, type AuthDeps } from './auth-deps.ts'
import { proveOwner } from './prove-owner.ts'
import { meOf } from './session-answer.ts'

const ERASED = 'Borramos tu cuenta y todo lo que era tuyo.'
const ERASING = 'Tu cuenta ya está cerrada. En unos minutos termina de borrarse lo que queda.'
const LAST_ADMINISTRATOR = 'Eres el último administrador activo. Nombra a otro antes de borrar tu cuenta.'

export function ownAccountRoutes(router: Router, deps: AuthDeps): void {
  const { authenticator, store, newId } = deps

  guardedRoute(router, deps, putMe, async ({ body, wrote }, { accountId }) => {
    const { state, appended } = await handle(store, account, {
      stream: accountStream(accountId),
      command: { type: 'RenameAccount', name: body.name },
      cause: causeByOwner(deps, accountId),
      newId,
    })
    if (state.status === 'unknown') throw new Refusal('unauthenticated')
    wrote(appended)
    if (appended !== undefined) await recordAsked(deps, 'correction', accountId)
    authenticator.forget(accountId)
    return meOf(deps, accountId, state)
  })

  guardedRoute(router, deps, deleteMe, async ({ body, request }, principal) => {
    await proveOwner(deps, principal, { password: body.password, request })
    const isErased = await deps.eraseOwn(principal.accountId).catch(refusedInOwnWords)
    authenticator.outdate(principal.accountId)
    return { message: isErased ? ERASED : ERASING }
  })
}

function refusedInOwnWords(error: unknown): never {
  const isLast = error instanceof Refusal && error.code === 'last-administrator'
  throw isLast ? new Refusal('last-administrator', LAST_ADMINISTRATOR) : error
}
