import type { Router } from 'express'
import { getMe, postChangePassword, postCloseSessions } from '@app/contracts/api/auth.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { isActivated } from '@app/domain/account-state.ts'
import { account } from '@app/domain/account.ts'
import { handle, load } from '@app/event-store/handle.ts'
import { causeByOwner, type AuthDeps } from './auth-deps.ts'
import { credentialOf, hashOf, setPassword } from './password-change.ts'
import { guardedRoute } from './route.ts'
import { profileUrlOf, sessionOf, userOf } from './session-answer.ts'

const WRONG_PRESENT = 'Tu contraseña actual no es correcta.'
const ALL_CLOSED = 'Cerraste todas tus sesiones.'

/** What people do with their own session and password. */
export function sessionRoutes(router: Router, deps: AuthDeps): void {
  const { viewers, store, newId } = deps

  guardedRoute(router, deps, getMe, async ({ request }, { accountId }) => {
    // Whoever has just activated or changed the account sees it so, wherever that was done.
    viewers.forget(accountId)
    const { account: state } = await viewers.signedIn(request.headers.authorization)
    return {
      user: userOf(accountId, state),
      profile_url: await profileUrlOf(deps, state),
      needs_activation: !isActivated(state),
    }
  })

  guardedRoute(router, deps, postCloseSessions, async ({ wrote }, { accountId }) => {
    const { appended } = await handle(store, account, {
      stream: accountStream(accountId),
      command: { type: 'CloseSessions', by: 'owner' },
      cause: causeByOwner(deps, accountId),
      newId,
    })
    wrote(appended)
    viewers.outdate(accountId)
    return { message: ALL_CLOSED }
  })

  guardedRoute(router, deps, postChangePassword, async ({ body, wrote }, { accountId }) => {
    const { state: before } = await load(store, account, accountStream(accountId))
    const hash = await hashOf(deps, accountId, before)
    if (!(await deps.passwords.matches(body.current_password, hash)))
      throw new Refusal('wrong-credentials', WRONG_PRESENT)
    const replaces = credentialOf(before)
    const { state, appended } = await setPassword(deps, {
      accountId,
      password: body.new_password,
      cause: causeByOwner(deps, accountId),
      commandOf: (credentialId) => ({ type: 'ReplacePassword', by: 'owner', credentialId, replaces }),
    })
    if (state.status === 'unknown') throw new Refusal('unauthenticated')
    wrote(appended)
    viewers.outdate(accountId)
    return sessionOf(deps, accountId, state)
  })
}
