import type { Router } from 'express'
import { Refusal } from '@app/contracts/refusals.ts'
import { guardedRoute } from '../platform/http/route.ts'
import { meOf, sessionOf } from './session-answer.ts'
import { decideAccount, loadAccount } from './account-deps.ts'
import { hashOf, credentialOf, setPassword, refuseWeak } from './password-change.ts'
import {
  getMe,
  postChangePassword,
  postCloseSessions,
  deleteSession,
  getSessions,
  postLogout,
} from '@app/contracts/sign-in.ts'
import type { Account } from './account/account-state.ts'
import type { Ctx } from '../platform/ctx.ts'

const WRONG_PRESENT = 'Tu contraseña actual no es correcta.'

const ALL_CLOSED = 'Cerraste todas tus sesiones.'

const LOGGED_OUT = 'Cerraste tu sesión.'

const ONE_ENDED = 'Cerraste esa sesión.'

export function sessionRoutes(router: Router, deps: Ctx): void {
  guardedRoute(router, deps, getMe, async (_asked, { accountId, account }) => meOf(deps, accountId, account))

  guardedRoute(router, deps, postCloseSessions, async ({ wrote }, { accountId }) => {
    const { appended } = await decideAccount(deps, accountId, { type: 'CloseSessions', by: 'owner' })
    wrote(appended)
    return { message: ALL_CLOSED }
  })

  openSessionRoutes(router, deps)

  guardedRoute(router, deps, postChangePassword, async ({ body, wrote, request }, { accountId }) => {
    const before = await loadAccount(deps, accountId)
    const hash = await hashOf(deps, accountId, before)
    if (!(await deps.passwords.matches(body.current_password, hash)))
      throw new Refusal('wrong-credentials', WRONG_PRESENT, { field: 'current_password' })
    const { new_password: password } = body
    await refuseWeak(deps, { password, email: emailOf(before), field: 'new_password' })
    const replaces = credentialOf(before)
    const { state, appended } = await setPassword(deps, {
      accountId,
      password,
      commandOf: (credentialId) => ({ type: 'ReplacePassword', by: 'owner', credentialId, replaces }),
    })
    if (state.status === 'unknown') throw new Refusal('unauthenticated')
    wrote(appended)
    return sessionOf(deps, { id: accountId, state, request })
  })
}

const emailOf = (state: Account): string => (state.status === 'registered' ? state.email : '')

function openSessionRoutes(router: Router, deps: Ctx): void {
  const { openSessions } = deps

  guardedRoute(
    router,
    deps,
    getSessions,
    async (_asked, { accountId, account: { sessionVersion }, sessionId }) => {
      const open = await openSessions.list(accountId, sessionVersion)
      return open.map(({ id, device, beganAt, seenAt }) => ({
        id,
        device,
        began_at: beganAt.toISOString(),
        seen_at: seenAt.toISOString(),
        is_current: id === sessionId,
      }))
    },
  )

  guardedRoute(router, deps, deleteSession, async ({ params }, { accountId }) => {
    if (!(await openSessions.end(accountId, params.sessionId))) throw new Refusal('not-found')
    return { message: ONE_ENDED }
  })

  guardedRoute(router, deps, postLogout, async (_asked, { accountId, sessionId }) => {
    await openSessions.end(accountId, sessionId)
    return { message: LOGGED_OUT }
  })
}
